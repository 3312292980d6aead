//! Sticks: each closes its own reed, and none another's.

use super::Checker;
use crate::description::Description;
use crate::{Reed, magnets};

/// Checks that the reeds are as far apart as these magnets need.
pub(super) fn check(checker: &mut Checker, description: &Description) {
    let (reed, width) = (&description.reed, *description.width_mm.get_ref());
    let described = Reed {
        part: String::new(),
        operates_within_mm: *reed.operates_within_mm.get_ref(),
        releases_beyond_mm: *reed.releases_beyond_mm.get_ref(),
        below_mm: *reed.below_mm.get_ref(),
        length_mm: *reed.length_mm.get_ref(),
        diameter_mm: *reed.diameter_mm.get_ref(),
    };
    // What is no length at all has been told already.
    if !checker.faults.is_empty() {
        return;
    }
    let least = (description.magnet.diameter_mm.get_ref() + described.diameter_mm) / 2.0;
    if described.below_mm < least {
        let what = format!(
            "the middle of the reed would lie {} mm below the middle of the magnet, inside of it: half the magnet \
             (diameter_mm = {}) and half the reed (diameter_mm = {}) are {least:.1} mm",
            described.below_mm,
            description.magnet.diameter_mm.get_ref(),
            described.diameter_mm
        );
        let remedy = "measure below_mm from middle to middle: half a stick, the printed board, and the depth in the plate";
        checker.fault(reed.below_mm.span(), what, remedy);
        return;
    }
    let farthest = magnets::farthest_mm(&described);
    if farthest > described.operates_within_mm {
        let what = format!(
            "a stick {} mm beside its place is {farthest:.1} mm from its reed, which closes within {} mm",
            magnets::STRAY_MM,
            described.operates_within_mm
        );
        let remedy = "bring the reeds nearer to the sticks (below_mm), or take a stronger magnet";
        checker.fault(reed.operates_within_mm.span(), what, remedy);
    }
    if let Some(trouble) = magnets::cross_talk(&described, width) {
        checker.fault(description.width_mm.span(), trouble.what, trouble.remedy);
    }
}
