use core::fmt::{self, Display, Formatter};

use crate::link::{CommandError, Expected, Health, Id, MOST_BYTES, Verb};
use crate::map::{ConnectionSet, IslandSet};
use crate::referee::{Ask, Event, Menu, Objection};
use crate::rules::{
    Action, BRIDGES, CARDS, CardNotAvailable, DiscardNotAllowed, End, EndReason, HAND_LIMIT, MustDraw,
    NoHandicap, Player, Refusal, Score, Settings,
};

use super::{List, Sentences, accepted, scorer};

/// German.
pub(in crate::link) struct De;

/// The player by name.
const fn name(player: Player) -> &'static str {
    match player {
        Player::White => "Weiß",
        Player::Black => "Schwarz",
    }
}

/// The player's colour before something: "die weiße Brücke", "das weiße Stäbchen".
const fn coloured(player: Player) -> &'static str {
    match player {
        Player::White => "weiße",
        Player::Black => "schwarze",
    }
}

impl Sentences for De {
    fn objection(&self, objection: Objection, f: &mut Formatter<'_>) -> fmt::Result {
        match objection {
            Objection::Rules(refusal) => refused(refusal, f),
            Objection::LiftFirst(Ask::Place(at, player)) => {
                let coloured = coloured(player);
                write!(f, "erst kommt das {coloured} Stäbchen zurück auf {at}, dann kann der Zug enden")
            }
            Objection::LiftFirst(ask) => {
                write!(f, "erst kommt das Stäbchen von {} herunter, dann kann der Zug enden", ask.at())
            }
        }
    }

    fn ask(&self, ask: Ask, f: &mut Formatter<'_>) -> fmt::Result {
        match ask {
            Ask::Owner(at) => {
                write!(f, "wem gehört das Stäbchen auf {at}? Wer es gelegt hat, drückt einen seiner Knöpfe")
            }
            Ask::Lift(at) => write!(f, "nehmt das Stäbchen von {at}"),
            Ask::Place(at, player) => write!(f, "legt das {} Stäbchen auf {at}", coloured(player)),
        }
    }

    fn event(&self, event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
        match event {
            Event::Started(settings) => write!(f, "ein neues Spiel beginnt: {}", Agreed(settings)),
            Event::Ready => f.write_str("das Brett ist leer, das Spiel beginnt"),
            Event::Accepted(player, action, effects) => accepted(self, (*player, *action, effects), f),
            Event::Refused { objection, .. } => self.objection(*objection, f),
            Event::Undone(player, action) => {
                f.write_str("zurückgenommen: ")?;
                self.deed(*player, *action, f)
            }
            Event::NothingToUndo => f.write_str("es gibt nichts zurückzunehmen"),
            Event::Corrected(at) => write!(f, "{at} ist so, wie es sein soll"),
            Event::OwnerAsked(at) => self.ask(Ask::Owner(*at), f),
            Event::OwnerWithdrawn(at) => {
                write!(f, "das Stäbchen auf {at} ist wieder weg, niemand muss mehr antworten")
            }
            Event::Disbelieved(at) => {
                write!(
                    f,
                    "dem Kontakt {at} glaubt das Brett erst wieder, wenn er sich ändert; das Spiel geht weiter"
                )
            }
            Event::Believed(at) => {
                write!(f, "der Kontakt {at} hat sich geändert, das Brett glaubt ihm wieder")
            }
            Event::Chatters(at) => {
                write!(f, "der Kontakt {at} flattert; rückt das Stäbchen gerade oder prüft den Reedschalter")
            }
            Event::Menu(Menu { settings, agreed }) => {
                write!(f, "ein neues Spiel wird vereinbart: {}", Agreed(settings))?;
                match Player::BOTH.into_iter().find(|&player| agreed[player]) {
                    Some(player) => {
                        let other = name(player.opponent());
                        write!(f, "; {} ist einverstanden, {other} noch nicht", name(player))
                    }
                    None => f.write_str("; es beginnt, wenn beide auf Ziehen drücken"),
                }
            }
            Event::MenuLeft => f.write_str("kein neues Spiel, das alte geht weiter"),
            Event::Review { step, of, action: Some((player, action)) } => {
                write!(f, "das Spiel, wie es nach Aktion {step} von {of} stand: ")?;
                self.deed(*player, *action, f)
            }
            Event::Review { .. } => f.write_str("das Spiel, wie es vor der ersten Aktion stand"),
            Event::ReviewLeft => f.write_str("das Spiel, wie es jetzt steht"),
            Event::Ignored => f.write_str("das bewirkt hier nichts"),
        }
    }

    fn error(&self, error: &CommandError, f: &mut Formatter<'_>) -> fmt::Result {
        match error {
            CommandError::Overlong => write!(
                f,
                "die Zeile hat mehr als {MOST_BYTES} Bytes; schick eine kürzere, mit einem Zeilenende"
            ),
            CommandError::NotText => {
                f.write_str("die Zeile ist kein UTF-8-Text ohne Steuerzeichen; schick sie noch einmal")
            }
            CommandError::Unknown(word) => write!(f, "den Befehl `{word}` gibt es nicht; help nennt alle"),
            CommandError::Argument { verb, expected, found } => {
                expect(*expected, f)?;
                match found {
                    Some(_) if matches!(expected, Expected::Line(..)) => {}
                    Some(found) => write!(f, ", gefunden: `{found}`")?,
                    None if *expected == Expected::NoCards => {}
                    None => f.write_str(", gefunden: das Zeilenende")?,
                }
                write!(f, "; sag: {}", verb.usage())
            }
            CommandError::NoSuchRecord { games: 0 } => {
                f.write_str("es ist noch kein Spiel gespeichert; new beginnt eines")
            }
            CommandError::NoSuchRecord { games: 1 } => {
                f.write_str("dieses Spiel gibt es nicht; nur Spiel 0 ist gespeichert")
            }
            CommandError::NoSuchRecord { games } => {
                write!(f, "dieses Spiel gibt es nicht; das neueste ist 0, das älteste {}", games - 1)
            }
            CommandError::NoGame => f.write_str("es hat noch kein Spiel begonnen; new beginnt eines"),
            CommandError::NotHeld => {
                f.write_str("halte den Schiedsrichterknopf gedrückt, während du bootsel sagst")
            }
            CommandError::NoSelfTest => {
                f.write_str("ein Selbsttest kann jetzt nicht beginnen; vielleicht läuft gerade einer")
            }
            CommandError::Changed => f.write_str(
                "während die Aufzeichnung gesendet wurde, hat ein neues Spiel begonnen; frag noch einmal",
            ),
            CommandError::NotYet(verb) => write!(f, "{} kann diese Firmware noch nicht", verb.name()),
        }
    }

    fn does(&self, verb: Verb) -> &'static str {
        match verb {
            Verb::Hello => "sagt, welches Brett es ist und welches Protokoll es spricht",
            Verb::Help => "nennt die Befehle",
            Verb::State => "sagt, wie das Spiel steht; ID kommt in der Antwort zurück",
            Verb::Record => "sendet ein Spiel als Aufzeichnung; 0 ist das neueste, 1 das davor",
            Verb::Games => "zählt die Spiele, die sich lesen lassen",
            Verb::New => "beginnt sofort ein neues Spiel mit diesen Vereinbarungen",
            Verb::Undo => "nimmt die letzte Aktion zurück",
            Verb::Play => "tut, was ein Spieler täte; die Stäbchen folgen",
            Verb::Lang => "wechselt die Sprache der Sätze",
            Verb::SelfTest => {
                "sagt, was der letzte Selbsttest fand; start beginnt einen, forget vergisst eine gelernte Reihenfolge"
            }
            Verb::Palette => "nennt die Farben der Lichter und ihre Namen",
            Verb::BootSel => "startet das Brett als Laufwerk, das neue Firmware annimmt",
        }
    }

    fn bootsel(&self) -> &'static str {
        "das Brett startet als Laufwerk, das neue Firmware annimmt"
    }

    fn health(&self, health: Health) -> &'static str {
        match health {
            Health::Kept => "was geschieht, wird wieder aufbewahrt",
            Health::NotKept => {
                "der Flash-Speicher versagt: das Spiel geht weiter, aber ein Stromausfall würde es verlieren"
            }
            Health::Unreadable => {
                "das letzte Spiel lässt sich nicht bis zum Ende lesen; new beginnt ein neues"
            }
        }
    }

    fn lost(&self) -> &'static str {
        "der Computer hat nicht rechtzeitig gelesen, Zeilen gingen verloren; state sagt, wie das Spiel steht"
    }

    fn deed(&self, player: Player, action: Action, f: &mut Formatter<'_>) -> fmt::Result {
        let name = name(player);
        match action {
            Action::Handicap(at) => write!(f, "{name} legt eine Vorgabebrücke auf {at}"),
            Action::Place(at, _) => write!(f, "{name} legt eine Brücke auf {at}"),
            Action::Remove(at, _) => {
                write!(f, "{name} entfernt die {} Brücke von {at}", coloured(player.opponent()))
            }
            Action::Replace(at) => write!(f, "{name} legt eine kostenlose Brücke auf {at}"),
            Action::Discard(1) => write!(f, "{name} wirft eine Karte ab"),
            Action::Discard(cards) => write!(f, "{name} wirft {cards} Karten ab"),
            Action::Draw(_) => write!(f, "{name} zieht eine Karte"),
            Action::Pass => write!(f, "{name} passt"),
        }
    }

    fn gained(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} kontrolliert jetzt {}", name(player), List(islands, "und"))
    }

    fn returned(&self, owner: Player, connections: ConnectionSet, f: &mut Formatter<'_>) -> fmt::Result {
        let bridges = if connections.len() == 1 { "die Brücke" } else { "die Brücken" };
        write!(f, "{} nimmt {bridges} auf {} zurück", name(owner), List(connections, "und"))
    }

    fn lost_islands(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} verliert {}", name(player), List(islands, "und"))
    }

    fn scored(&self, score: Score, f: &mut Formatter<'_>) -> fmt::Result {
        let Score { round, islands, .. } = score;
        write!(f, "Wertung der Runde {round}, Inseln: Weiß {}, Schwarz {}; ", islands.white, islands.black)?;
        match scorer(score) {
            None => f.write_str("niemand bekommt einen Punkt"),
            Some((player, 1)) => write!(f, "{} bekommt 1 Punkt", name(player)),
            Some((player, points)) => write!(f, "{} bekommt {points} Punkte", name(player)),
        }
    }

    fn ended(&self, end: End, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("das Spiel ist zu Ende: ")?;
        match end.winner {
            None => f.write_str("in allem gleich, niemand gewinnt")?,
            Some(player) => write!(
                f,
                "{} gewinnt {}",
                name(player),
                match end.reason {
                    EndReason::Points | EndReason::Draw => "nach Punkten",
                    EndReason::ThirdScoring => "durch die dritte Wertung",
                    EndReason::Bridges => "durch mehr Brücken auf dem Brett",
                    EndReason::NoBridgesLeftOnBoard => "weil der Gegner keine Brücke mehr auf dem Brett hat",
                }
            )?,
        }
        write!(f, " (Weiß {}, Schwarz {})", end.total.white, end.total.black)
    }
}

fn refused(refusal: Refusal, f: &mut Formatter<'_>) -> fmt::Result {
    match refusal {
        Refusal::GameOver => f.write_str("das Spiel ist zu Ende"),
        Refusal::NoHandicap(NoHandicap::NoneAgreed) => f.write_str("es wurde keine Vorgabe vereinbart"),
        Refusal::NoHandicap(NoHandicap::AllPlaced(handicap)) => {
            write!(f, "alle Vorgabebrücken von {} liegen auf dem Brett", name(handicap.player()))
        }
        Refusal::NoHandicap(NoHandicap::NotTheirs(handicap)) => {
            write!(f, "die Vorgabe gehört {}", name(handicap.player()))
        }
        Refusal::ConnectionOccupied { at, owner } => {
            write!(f, "auf {at} liegt schon eine {} Brücke", coloured(owner))
        }
        Refusal::HandicapFirst { player, left: 1 } => {
            write!(f, "{} legt zuerst noch eine Vorgabebrücke", name(player))
        }
        Refusal::HandicapFirst { player, left } => {
            write!(f, "{} legt zuerst noch {left} Vorgabebrücken", name(player))
        }
        Refusal::NotYourTurn { turn } => write!(f, "{} ist am Zug", name(turn)),
        Refusal::AlreadyDiscarded => f.write_str("wer abgeworfen hat, spielt im selben Zug keine Karte mehr"),
        Refusal::OpponentControls { islands } => {
            let (is, are) = if islands.len() == 1 { ("wird", "ist") } else { ("werden", "sind") };
            let islands = List(islands, "und");
            write!(f, "{islands} {is} vom Gegner kontrolliert und {are} in der ruhigen Variante gesperrt")
        }
        Refusal::NoBridgeInSupply { player } => {
            write!(f, "alle {BRIDGES} Brücken von {} liegen auf dem Brett", name(player))
        }
        Refusal::CardDoesNotFit { card, at, .. } => {
            write!(f, "die Karte {card} passt nicht zu {at}: sie muss eines der beiden Enden nennen")
        }
        Refusal::CardNotHeld { card, .. } => {
            write!(f, "die Karte {card} ist nicht auf der Hand, oder nicht oft genug")
        }
        Refusal::NotEnoughCards { held, needed } if needed > CARDS => {
            write!(f, "das kostet mehr Karten, als es gibt, und auf der Hand sind {held}")
        }
        Refusal::NotEnoughCards { held, needed } => {
            let cards = if needed == 1 { "Karte" } else { "Karten" };
            write!(f, "das kostet {needed} {cards}, und auf der Hand sind {held}")
        }
        Refusal::ImpossibleCards { islands } => {
            let cards = islands.len() * 2;
            let islands = List(islands, "und");
            write!(
                f,
                "die {cards} Karten von {islands} können zusammen nicht bezahlt haben, was in dieser Runde gespielt wurde"
            )
        }
        Refusal::NoBridgeThere { at } => write!(f, "auf {at} liegt keine Brücke"),
        Refusal::OwnBridge { at } => {
            write!(f, "die Brücke auf {at} ist die eigene; nur eine gegnerische darf entfernt werden")
        }
        Refusal::NothingToReplace { instead: Some(at) } => {
            write!(f, "die kostenlose Brücke darf nur auf {at} liegen, wo eben eine entfernt wurde")
        }
        Refusal::NothingToReplace { instead: None } => f.write_str(
            "eine kostenlose Brücke gibt es nur in der ruhigen Variante, gleich nachdem eine entfernt wurde",
        ),
        Refusal::DiscardNotAllowed(why) => match why {
            DiscardNotAllowed::Played => {
                f.write_str("wer in diesem Zug eine Karte gespielt hat, wirft keine ab")
            }
            DiscardNotAllowed::FewerThanFive { held } => {
                write!(f, "abwerfen darf nur, wer {HAND_LIMIT} Karten hat, und auf der Hand sind {held}")
            }
            DiscardNotAllowed::NothingToDraw => {
                f.write_str("abgeworfen wird, um zu ziehen, und es ist keine Karte mehr zu ziehen")
            }
        },
        Refusal::NothingToDraw => f.write_str("es ist keine Karte mehr zu ziehen"),
        Refusal::HandFull => write!(f, "mit {HAND_LIMIT} Karten ist die Hand voll"),
        Refusal::CardNotAvailable(why) => match why {
            CardNotAvailable::NotFaceUp(card) => write!(f, "{card} liegt nicht offen aus"),
            CardNotAvailable::NotInPile(card) => {
                write!(f, "{card} kann nicht im Stapel sein, oder nicht so oft: die Karten sind woanders")
            }
            CardNotAvailable::NothingToReveal(card) => {
                write!(f, "{card} kann nicht aufgedeckt werden: der Stapel ist leer")
            }
            CardNotAvailable::RevealMissing => f.write_str(
                "der Stapel ist nicht leer, also muss für die genommene Karte eine andere aufgedeckt werden",
            ),
        },
        Refusal::MustDraw(why) => match why {
            MustDraw::OpponentPassed => {
                f.write_str("der Gegner hat eben gepasst, also muss dieser Zug mit dem Ziehen enden")
            }
            MustDraw::Discarded => f.write_str("nach dem Abwerfen muss der Zug mit dem Ziehen enden"),
            MustDraw::FewerThanFive { held } => {
                write!(f, "passen darf nur, wer {HAND_LIMIT} Karten hat, und auf der Hand sind {held}")
            }
        },
    }
}

/// What was agreed, in a few words.
struct Agreed<'a>(&'a Settings);

impl Display for Agreed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Settings { edition, calm, open, first, handicap } = self.0;
        write!(f, "{edition}, ")?;
        if *calm {
            f.write_str("ruhige Variante, ")?;
        }
        if *open {
            f.write_str("offene Variante, ")?;
        }
        if let Some(handicap) = handicap {
            write!(f, "Vorgabe {} für {}, ", handicap.bridges(), name(handicap.player()))?;
        }
        write!(f, "{} hat den ersten Zug", name(*first))
    }
}

fn expect(expected: Expected, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(match expected {
        Expected::EndOfLine => "hier kommt nichts mehr",
        Expected::Id => return write!(f, "erwartet wird ein Wort von höchstens {} Bytes", Id::MOST_BYTES),
        Expected::RecordNumber => "erwartet wird die Nummer eines Spiels, von 0 an",
        Expected::Language => "erwartet wird en, fr oder de",
        Expected::Setting => "erwartet wird edition=, variant=, first= oder handicap=",
        Expected::Once => "jedes Wort darf nur einmal stehen",
        Expected::Edition => {
            "erwartet wird edition=english-2014, edition=french-kosmos oder edition=french-1999"
        }
        Expected::Variant => "erwartet wird variant=calm oder variant=open",
        Expected::Player => "erwartet wird white oder black",
        Expected::Handicap => "erwartet wird ein Spieler und 1, 2 oder 3, etwa handicap=black:2",
        Expected::Action => {
            "nach dem Spieler wird place, remove, replace, discard, draw, pass oder handicap erwartet"
        }
        Expected::Connection => "erwartet wird eine Verbindung wie ALOA-BARI",
        Expected::Line(a, b) => {
            let joined = List(a.neighbours(), "und");
            return write!(f, "zwischen {a} und {b} ist keine Linie; {a} ist mit {joined} verbunden");
        }
        Expected::CardCount => "erwartet wird, wie viele Karten es sind, mindestens 1",
        Expected::Proof => "erwartet: start, forget oder nichts",
        Expected::NoCards => "Karten werden hier nicht genannt, denn das Brett zählt sie nur",
    })
}
