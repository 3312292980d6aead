//! The moments that the documentation shows, played at a table.

use kahuna_board::referee::{Ask, Shown};
use kahuna_board::rules::Player::{Black, White};
use kahuna_board::rules::Settings;
use kahuna_board::sensing::{Button, PlayerButton};
use kahuna_board::time::Millis;

use super::Picture;
use super::board::Drawing;
use super::lamp::frames;
use super::table::Table;

/// A moment at the table.
pub(super) struct Story {
    file: &'static str,
    title: &'static str,
    description: &'static str,
    table: Table,
    /// Since when the lamps are looked at, for how long, and which moment stands for it.
    from: Millis,
    lasts: Millis,
    still: Option<Millis>,
    has_edges: bool,
}

impl Story {
    fn new(file: &'static str, title: &'static str, description: &'static str, table: Table) -> Self {
        let view = table.view();
        // A blink begins with the refusal, or with the second.
        let from = view.refusal.map_or(table.now.next_multiple_of(1000), |refusal| refusal.since);
        Self { file, title, description, table, from, lasts: 1000, still: None, has_edges: true }
    }

    pub(super) fn draw(&self) -> Picture {
        let view = self.table.view();
        let missing = match view.ask {
            Some(Ask::Place(at, player)) => Some((at, player)),
            _ => self.table.in_hand,
        };
        let drawing = Drawing {
            title: self.title,
            description: self.description,
            sticks: &self.table.sticks,
            missing,
            frames: &frames(&view, self.from, self.lasts),
            lasts: self.lasts,
            still: self.still,
            has_edges: self.has_edges,
            pressed: self.table.pressed,
        };
        Picture { file: self.file.to_owned(), svg: drawing.svg() }
    }
}

/// Every story.
pub(super) fn all() -> Vec<Story> {
    let mut stories = vec![
        Story {
            has_edges: false,
            ..Story::new(
                "archipelago.svg",
                "The archipelago",
                "Twelve islands and their 27 dotted connections. White's four bridges hold ALOA and BARI, black's six hold ELAI and HUNA.",
                midgame(),
            )
        },
        Story::new(
            "pictures/resting.svg",
            "Who controls what",
            "The lamps of ALOA and BARI are white, those of ELAI and HUNA are black's violet, the others are dark. Nothing blinks. It is white's turn.",
            midgame(),
        ),
        Story::new(
            "pictures/lift.svg",
            "A stick must come off",
            "Black has gained HUNA. White's stick between ALOA and HUNA must come off: the lamps of ALOA and HUNA blink amber.",
            returned(),
        ),
        moving(),
        own_bridge(),
        Story::new(
            "pictures/lift-first.svg",
            "The turn cannot end yet",
            "Black has pressed draw while a stick has still to come off. Its two ends blink red and amber.",
            lift_first(),
        ),
        not_your_turn(),
        Story::new(
            "pictures/owner.svg",
            "Whose stick is this?",
            "A stick lies on the line that white has just cleared. Its two ends alternate between white and black's violet.",
            whose(),
        ),
        Story::new(
            "pictures/menu.svg",
            "The set-up as it opens",
            "ALOA is green: the English edition. FAAA is white: white begins. All other lamps are dark.",
            Table::new(),
        ),
        Story::new(
            "pictures/menu-chosen.svg",
            "A set-up with everything chosen",
            "BARI, DUDA and ELAI are green, FAAA, GOLA, HUNA and KAHU are black's violet.",
            chosen(),
        ),
    ];
    stories.extend(long_game());
    stories.push(review());
    stories
}

/// Four sticks of white's, six of black's; white is to act.
fn midgame() -> Table {
    let mut table = Table::game(Settings::default());
    table.place(White, "ALOA-BARI").place(White, "ALOA-DUDA").draw(White);
    table.place(Black, "ELAI-HUNA").place(Black, "HUNA-IFFI").place(Black, "HUNA-LALE").draw(Black);
    table.place(White, "BARI-COCO").place(White, "BARI-DUDA").draw(White);
    table.place(Black, "ELAI-FAAA").draw(Black).draw(White);
    table.place(Black, "ELAI-IFFI").draw(Black).draw(White);
    table.place(Black, "ELAI-JOJO").draw(Black);
    table.pressed = None;
    table
}

/// Black gains HUNA, and white's stick there must come off.
pub(super) fn returned() -> Table {
    let mut table = Table::game(Settings::default());
    table.place(White, "ALOA-BARI").place(White, "ALOA-HUNA").draw(White);
    table.place(Black, "ELAI-HUNA").place(Black, "HUNA-IFFI").place(Black, "HUNA-LALE");
    table
}

pub(super) fn lift_first() -> Table {
    let mut table = returned();
    table.draw(Black);
    table
}

/// White has lifted a stick of their own.
pub(super) fn own_stick_lifted() -> Table {
    let mut table = midgame();
    table.lift("BARI-COCO");
    table
}

/// Black has pressed a button in white's turn.
pub(super) fn wrong_turn() -> Table {
    let mut table = midgame();
    table.draw(Black);
    table
}

/// White has put down one stick more than they have cards.
pub(super) fn too_many() -> Table {
    let mut table = Table::game(Settings::default());
    table
        .place(White, "ALOA-BARI")
        .place(White, "COCO-KAHU")
        .place(White, "IFFI-LALE")
        .place(White, "GOLA-JOJO");
    table
}

fn moving() -> Story {
    let mut table = returned();
    table.begin_to_lift("ALOA-HUNA");
    Story::new(
        "pictures/moving.svg",
        "The board has noticed",
        "White's stick between ALOA and HUNA is being lifted. The lamps of ALOA and HUNA are green until it counts.",
        table,
    )
}

fn own_bridge() -> Story {
    Story::new(
        "pictures/own-bridge.svg",
        "A stick that may not be lifted",
        "White has lifted their own stick between BARI and COCO. The two lamps flash red twice a second, amber in between.",
        own_stick_lifted(),
    )
}

fn not_your_turn() -> Story {
    Story::new(
        "pictures/not-your-turn.svg",
        "A button at the wrong time",
        "Black has pressed draw in white's turn. All twelve lamps flash red.",
        wrong_turn(),
    )
}

/// White takes black's stick off, and a stick comes to lie there again.
fn whose() -> Table {
    let mut table = Table::game(Settings::default());
    table.place(White, "ALOA-BARI").draw(White);
    table.place(Black, "ELAI-HUNA").place(Black, "ELAI-IFFI").draw(Black);
    table.lift("ELAI-HUNA").place(White, "ELAI-HUNA");
    table
}

fn chosen() -> Table {
    let mut table = Table::new();
    let mut press = |player, button, times| {
        for _ in 0..times {
            table.press(Button::Player(player, button));
        }
    };
    press(White, PlayerButton::Pass, 1);
    press(White, PlayerButton::Discard, 3);
    press(Black, PlayerButton::Pass, 5);
    press(Black, PlayerButton::Discard, 1);
    press(Black, PlayerButton::Draw, 1);
    table
}

/// The first scoring, the ceremony and the final position of a game that chance played.
fn long_game() -> [Story; 3] {
    let mut state = SEED;
    let mut choose = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 40).unwrap_or(0) % n
    };
    let mut table = Table::game(Settings::default());
    table.play_until(&mut choose, |view| matches!(view.shown, Shown::Scoring(..)));
    let since = |table: &Table| match table.view().shown {
        Shown::Scoring(_, since) | Shown::Over(_, since) => since,
        _ => table.now,
    };
    table.pressed = None;
    let scoring = Story {
        from: since(&table),
        lasts: 5000,
        still: Some(3000),
        ..Story::new(
            "pictures/scoring.svg",
            "A scoring",
            "The islands of both players light up one by one; then black's three pulse, because white has only two.",
            table.clone(),
        )
    };
    table.play_until(&mut choose, |view| matches!(view.shown, Shown::Over(..)));
    table.pressed = None;
    let ceremony = Story {
        from: since(&table),
        lasts: 4000,
        still: Some(1200),
        ..Story::new(
            "pictures/ceremony.svg",
            "The winner",
            "Black has won: black's violet fills the board, lamp by lamp.",
            table.clone(),
        )
    };
    let over = Story {
        from: since(&table) + 6000,
        lasts: 3000,
        ..Story::new(
            "pictures/over.svg",
            "The final position",
            "Black has won: the lamps of black's five islands breathe slowly between two brightnesses, those of white's four rest.",
            table,
        )
    };
    [scoring, ceremony, over]
}

/// A game of chance that looks like a game: black wins by one island.
const SEED: u64 = 11_070_762;

fn review() -> Story {
    let mut table = midgame();
    for _ in 0..4 {
        table.press(Button::Referee);
    }
    Story::new(
        "pictures/review.svg",
        "The game as it stood earlier",
        "The lamps show dimly who controlled what; the two ends of the line that was played then pulse green.",
        table,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_story_ends_where_its_picture_says() {
        let told = |table: Table| {
            let view = table.view();
            (
                view.ask.map(|ask| ask.to_string()),
                view.refusal.map(|refusal| refusal.at.map(|at| at.to_string())),
            )
        };
        let line = |name: &str| Some(name.to_owned());
        assert_eq!(told(midgame()), (None, None));
        assert_eq!(told(returned()), (line("lift ALOA-HUNA"), None));
        assert_eq!(told(lift_first()), (line("lift ALOA-HUNA"), Some(line("ALOA-HUNA"))));
        assert_eq!(told(own_stick_lifted()), (line("place BARI-COCO white"), Some(line("BARI-COCO"))));
        assert_eq!(told(wrong_turn()), (None, Some(None)));
        assert_eq!(told(too_many()), (line("lift GOLA-JOJO"), Some(line("GOLA-JOJO"))));
        assert_eq!(told(whose()), (line("owner ELAI-HUNA"), None));
        let [scoring, ceremony, over] = long_game();
        assert!(matches!(scoring.table.view().shown, Shown::Scoring(..)));
        for story in [ceremony, over] {
            assert!(matches!(story.table.view().shown, Shown::Over(end, _) if end.winner == Some(Black)));
        }
    }
}
