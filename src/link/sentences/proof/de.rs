use core::fmt::{self, Display, Formatter};

use crate::link::Told;
use crate::link::sentences::List;
use crate::rules::Player;
use crate::selftest::{Contact, Fault, FaultKind, Outcome, Part, Step};
use crate::sensing::{Button, PlayerButton};

pub(super) fn say(told: &Told, f: &mut Formatter<'_>) -> fmt::Result {
    match *told {
        Told::Step(step) => say_step(step, f),
        Told::Good(Part::Contact(contact)) => write!(f, "{}: in Ordnung", Name(contact)),
        Told::Good(Part::Lamp(island)) => write!(f, "die Lampe von {island} ist in Ordnung"),
        Told::LampsGood => f.write_str("alle Lampen sind an ihrem Platz"),
        Told::Found(fault) => say_fault(fault, f),
        Told::Done { is_passed: true, .. } => f.write_str("alles ist geprüft und in Ordnung"),
        Told::Done { faults, is_complete, .. } => {
            match faults {
                1 => f.write_str("ein Fehler gefunden")?,
                _ => write!(f, "{faults} Fehler gefunden")?,
            }
            f.write_str(if is_complete { "" } else { "; behebt ihn und prüft noch einmal, der Rest ist ungeprüft" })
        }
        Told::Learnt => {
            f.write_str("das Brett hat die Reihenfolge seiner Kontakte gelernt und benutzt sie von nun an")
        }
        Told::InOrder => f.write_str("jeder Kontakt liegt da, wo ihn die Beschreibung des Bretts hat"),
        Told::Forgotten => {
            f.write_str("die Kontakte gelten wieder in der Reihenfolge aus der Beschreibung des Bretts")
        }
        Told::Ended(Outcome::Passed) => f.write_str("der Selbsttest ist zu Ende: bestanden"),
        Told::Ended(Outcome::Failed) => f.write_str("der Selbsttest ist zu Ende: nicht bestanden"),
        Told::Ended(Outcome::Left) => {
            f.write_str("der Selbsttest wurde abgebrochen, nichts davon wird behalten")
        }
        Told::None => f.write_str(
            "es gab noch keinen Selbsttest; haltet beim Einschalten den Schiedsrichterknopf, oder sagt selftest start",
        ),
    }
}

fn say_step(step: Step, f: &mut Formatter<'_>) -> fmt::Result {
    match step {
        Step::Release => f.write_str("lasst den Schiedsrichterknopf los"),
        Step::Referee => f.write_str(
            "drückt den Schiedsrichterknopf; wenn nichts geschieht, irgendeinen anderen Knopf",
        ),
        Step::Instead(button) => write!(f, "drückt jetzt {}", Name(Contact::Button(button))),
        Step::Walk => f.write_str("seht auf die Lampen: jede leuchtet allein, in der Reihenfolge des Alphabets"),
        Step::Lights => f.write_str(
            "war jede Lampe an ihrem Platz? Ziehen: ja, Passen: nein, Schiedsrichter: noch einmal zeigen",
        ),
        Step::Lamp(island) => write!(
            f,
            "welche Lampe blinkt? Ziehen: die von {island}, Passen: die einer anderen Insel, Abwerfen: keine"
        ),
        Step::Answer(kind) => {
            write!(f, "drückt noch einmal {}, um die Antworten zu prüfen", label(kind))
        }
        Step::Empty(closed) if closed.is_empty() => f.write_str("das Brett ist leer, wartet einen Augenblick"),
        Step::Empty(closed) => write!(
            f,
            "nehmt alle Stäbchen weg; liegt keines da, tippt auf den Schiedsrichterknopf: geschlossen sind {}",
            List(closed.iter().map(Name), "und")
        ),
        Step::Place { line, again: false } => write!(
            f,
            "legt ein Stäbchen auf {line}; liegt es da und nichts geschieht, tippt auf den Schiedsrichterknopf"
        ),
        Step::Place { line, again: true } => {
            write!(f, "etwas anderes hat geschlossen; legt noch einmal ein Stäbchen auf {line}")
        }
        Step::Lift { line, .. } => write!(
            f,
            "nehmt das Stäbchen von {line}; liegt keines da, tippt auf den Schiedsrichterknopf"
        ),
        Step::Press { button, again: false } => {
            let button = Name(Contact::Button(button));
            write!(f, "drückt {button}; wenn nichts geschieht, tippt auf den Schiedsrichterknopf")
        }
        Step::Press { button, again: true } => {
            write!(f, "etwas anderes hat geschlossen; drückt noch einmal {}", Name(Contact::Button(button)))
        }
        Step::LetGo { button, .. } => write!(f, "lasst {} los", Name(Contact::Button(button))),
        Step::Result { offers: true, .. } => f.write_str(
            "Kontakte sind vertauscht: mit Ziehen von beiden lernt das Brett ihre Reihenfolge, mit dem Schiedsrichterknopf nicht",
        ),
        Step::Result { .. } => f.write_str("der Test ist fertig; jeder Knopf beendet ihn"),
    }
}

fn say_fault(Fault { at, kind }: Fault, f: &mut Formatter<'_>) -> fmt::Result {
    match at {
        Part::Contact(contact) => say_contact(contact, kind, f),
        Part::Lamp(island) => match kind {
            FaultKind::Misplaced { with: Some(other) } => {
                write!(f, "die Lampen von {island} und {other} sind vertauscht: tauscht ihre Datenleitungen")
            }
            FaultKind::Misplaced { .. } => write!(
                f,
                "anstelle der Lampe von {island} leuchtet eine andere: lötet die Kette in der Reihenfolge der Beschreibung"
            ),
            FaultKind::Missing => write!(
                f,
                "die Lampe von {island} fehlt in der Kette, die dahinter zeigen, was der davor gehört: setzt sie ein"
            ),
            _ => write!(
                f,
                "die Lampe von {island} bleibt dunkel: prüft ihre Lötstellen und die Datenleitung zu ihr, oder ersetzt sie"
            ),
        },
    }
}

fn say_contact(contact: Contact, kind: FaultKind, f: &mut Formatter<'_>) -> fmt::Result {
    let name = Name(contact);
    match kind {
        FaultKind::Stuck => {
            write!(f, "{name} ist immer geschlossen: sucht eine Lötbrücke oder einen Kontakt, der klebt")
        }
        FaultKind::Swapped { found } => {
            write!(f, "{name} schließt an der Stelle von {}: tauscht ihre Leitungen", Name(found))?;
            match (contact, found) {
                (Contact::Line(_), Contact::Line(_)) => {
                    f.write_str(", oder lasst das Brett ihre Reihenfolge lernen")
                }
                _ => Ok(()),
            }
        }
        FaultKind::Double { with } => {
            write!(f, "{name} und {} schließen zusammen: sucht eine Lötbrücke zwischen ihnen", Name(with))
        }
        FaultKind::Reversed => {
            write!(f, "die Diode von {name} ist verkehrt herum: lötet sie aus und dreht sie um")
        }
        FaultKind::Bridged => write!(
            f,
            "durch {name} fließt Strom in beide Richtungen: die Diode ist überbrückt oder fehlt, setzt eine ein"
        ),
        _ => write!(
            f,
            "{name} schließt nie: sucht eine lose Leitung oder Lötstelle, einen kaputten Kontakt oder einen zu fernen Magneten"
        ),
    }
}

fn label(button: PlayerButton) -> &'static str {
    match button {
        PlayerButton::Draw => "Ziehen",
        PlayerButton::Pass => "Passen",
        PlayerButton::Discard => "Abwerfen",
    }
}

/// A contact by its name.
#[derive(Clone, Copy)]
struct Name(Contact);

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Contact::Line(line) => write!(f, "{line}"),
            Contact::Button(Button::Player(player, button)) => {
                let player = match player {
                    Player::White => "Weiß",
                    Player::Black => "Schwarz",
                };
                write!(f, "„{}“ von {player}", label(button))
            }
            Contact::Button(Button::Referee) => f.write_str("„Schiedsrichter“"),
        }
    }
}
