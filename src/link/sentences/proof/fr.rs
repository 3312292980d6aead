use core::fmt::{self, Display, Formatter};

use crate::link::Told;
use crate::link::sentences::List;
use crate::rules::Player;
use crate::selftest::{Contact, Fault, FaultKind, Outcome, Part, Step};
use crate::sensing::{Button, PlayerButton};

pub(super) fn say(told: &Told, f: &mut Formatter<'_>) -> fmt::Result {
    match *told {
        Told::Step(step) => say_step(step, f),
        Told::Good(Part::Contact(contact)) => write!(f, "{} : bon", Name(contact)),
        Told::Good(Part::Lamp(island)) => write!(f, "la lampe de {island} est bonne"),
        Told::LampsGood => f.write_str("toutes les lampes sont à leur place"),
        Told::Found(fault) => say_fault(fault, f),
        Told::Done { is_passed: true, .. } => f.write_str("tout est testé, et tout va bien"),
        Told::Done { faults, is_complete, .. } => {
            match faults {
                1 => f.write_str("un défaut trouvé")?,
                _ => write!(f, "{faults} défauts trouvés")?,
            }
            f.write_str(if is_complete { "" } else { " ; réparez et recommencez, car le reste n'est pas testé" })
        }
        Told::Learnt => f.write_str("le plateau a appris l'ordre de ses contacts et s'en sert désormais"),
        Told::InOrder => f.write_str("chaque contact est là où le place la description du plateau"),
        Told::Forgotten => f.write_str("les contacts suivent désormais l'ordre de la description du plateau"),
        Told::Ended(Outcome::Passed) => f.write_str("l'autotest est fini : réussi"),
        Told::Ended(Outcome::Failed) => f.write_str("l'autotest est fini : pas réussi"),
        Told::Ended(Outcome::Left) => f.write_str("l'autotest est abandonné, rien n'en est gardé"),
        Told::None => f.write_str(
            "aucun autotest n'a été fait ; tenez le bouton arbitre en branchant le plateau, ou dites selftest start",
        ),
    }
}

fn say_step(step: Step, f: &mut Formatter<'_>) -> fmt::Result {
    match step {
        Step::Release => f.write_str("lâchez le bouton arbitre"),
        Step::Referee => {
            f.write_str("appuyez sur le bouton arbitre ; si rien ne se passe, sur n'importe quel autre bouton")
        }
        Step::Instead(button) => write!(f, "appuyez maintenant sur {}", Name(Contact::Button(button))),
        Step::Walk => f.write_str("regardez les lampes : chacune s'allume seule, par ordre alphabétique"),
        Step::Lights => f.write_str(
            "chaque lampe était-elle à sa place ? piocher : oui, passer : non, arbitre : encore une fois",
        ),
        Step::Lamp(island) => write!(
            f,
            "quelle lampe clignote ? piocher : celle de {island}, passer : celle d'une autre île, défausser : aucune"
        ),
        Step::Answer(kind) => {
            write!(f, "appuyez encore une fois sur {}, pour vérifier les réponses", label(kind))
        }
        Step::Empty(closed) if closed.is_empty() => f.write_str("le plateau est vide, attendez un instant"),
        Step::Empty(closed) => write!(
            f,
            "retirez tous les bâtonnets ; s'il n'y en a pas, touchez le bouton arbitre : sont fermés {}",
            List(closed.iter().map(Name), "et")
        ),
        Step::Place { line, again: false } => write!(
            f,
            "posez un bâtonnet sur {line} ; s'il y est et que rien ne se passe, touchez le bouton arbitre"
        ),
        Step::Place { line, again: true } => {
            write!(f, "autre chose s'est fermé ; posez encore une fois un bâtonnet sur {line}")
        }
        Step::Lift { line, .. } => {
            write!(f, "retirez le bâtonnet de {line} ; s'il n'y en a pas, touchez le bouton arbitre")
        }
        Step::Press { button, again: false } => {
            let button = Name(Contact::Button(button));
            write!(f, "appuyez sur {button} ; si rien ne se passe, touchez le bouton arbitre")
        }
        Step::Press { button, again: true } => {
            write!(f, "autre chose s'est fermé ; appuyez encore une fois sur {}", Name(Contact::Button(button)))
        }
        Step::LetGo { button, .. } => write!(f, "lâchez {}", Name(Contact::Button(button))),
        Step::Result { offers: true, .. } => f.write_str(
            "des contacts sont échangés : si les deux appuient sur piocher, le plateau apprend leur ordre ; arbitre : non",
        ),
        Step::Result { .. } => f.write_str("le test est terminé ; n'importe quel bouton le quitte"),
    }
}

fn say_fault(Fault { at, kind }: Fault, f: &mut Formatter<'_>) -> fmt::Result {
    match at {
        Part::Contact(contact) => say_contact(contact, kind, f),
        Part::Lamp(island) => match kind {
            FaultKind::Misplaced { with: Some(other) } => write!(
                f,
                "les lampes de {island} et {other} sont à la place l'une de l'autre : échangez leurs fils de données"
            ),
            FaultKind::Misplaced { .. } => write!(
                f,
                "une autre lampe s'allume à la place de celle de {island} : soudez la chaîne dans l'ordre de la description"
            ),
            FaultKind::Missing => write!(
                f,
                "la lampe de {island} manque dans la chaîne, les suivantes montrent ce qui revient à la précédente : ajoutez-la"
            ),
            _ => write!(
                f,
                "la lampe de {island} reste éteinte : vérifiez ses soudures et le fil de données qui y arrive, ou remplacez-la"
            ),
        },
    }
}

fn say_contact(contact: Contact, kind: FaultKind, f: &mut Formatter<'_>) -> fmt::Result {
    let name = Name(contact);
    match kind {
        FaultKind::Stuck => {
            write!(f, "{name} : toujours fermé, cherchez un pont de soudure ou un contact qui colle")
        }
        FaultKind::Swapped { found } => {
            write!(f, "{name} ferme à la place de {} : échangez leurs fils", Name(found))?;
            match (contact, found) {
                (Contact::Line(_), Contact::Line(_)) => {
                    f.write_str(", ou laissez le plateau apprendre leur ordre")
                }
                _ => Ok(()),
            }
        }
        FaultKind::Double { with } => {
            write!(
                f,
                "{name} et {} ferment ensemble : cherchez un pont de soudure entre les deux",
                Name(with)
            )
        }
        FaultKind::Reversed => {
            write!(f, "la diode de {name} est à l'envers : dessoudez-la et retournez-la")
        }
        FaultKind::Bridged => write!(
            f,
            "le courant passe dans les deux sens par {name} : sa diode est pontée ou manque, mettez-en une"
        ),
        _ => write!(
            f,
            "{name} ne ferme jamais : cherchez un fil ou une soudure qui lâche, un contact cassé ou un aimant trop loin"
        ),
    }
}

fn label(button: PlayerButton) -> &'static str {
    match button {
        PlayerButton::Draw => "piocher",
        PlayerButton::Pass => "passer",
        PlayerButton::Discard => "défausser",
    }
}

/// A contact by its name.
#[derive(Clone, Copy)]
struct Name(Contact);

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Contact::Line(line) => write!(f, "{line}"),
            Contact::Button(Button::Player(Player::White, button)) => {
                write!(f, "« {} » de blanc", label(button))
            }
            Contact::Button(Button::Player(Player::Black, button)) => {
                write!(f, "« {} » de noir", label(button))
            }
            Contact::Button(Button::Referee) => f.write_str("« arbitre »"),
        }
    }
}
