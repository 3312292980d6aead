use core::fmt::{self, Display, Formatter};

use crate::link::{CommandError, Expected, Health, Id, MOST_BYTES, Verb};
use crate::map::{ConnectionSet, IslandSet};
use crate::referee::{Ask, Event, Menu, Objection};
use crate::rules::{
    Action, BRIDGES, CARDS, CardNotAvailable, DiscardNotAllowed, End, EndReason, HAND_LIMIT, MustDraw,
    NoHandicap, Player, Refusal, Score, Settings,
};

use super::{List, Sentences, accepted, scorer};

/// French.
pub(in crate::link) struct Fr;

/// The player by name, and the colour of what is theirs: "blanc pose un pont", "un pont blanc".
const fn name(player: Player) -> &'static str {
    match player {
        Player::White => "blanc",
        Player::Black => "noir",
    }
}

/// The ending of a plural.
const fn s(count: usize) -> &'static str {
    if count > 1 { "s" } else { "" }
}

impl Sentences for Fr {
    fn objection(&self, objection: Objection, f: &mut Formatter<'_>) -> fmt::Result {
        match objection {
            Objection::Rules(refusal) => refused(refusal, f),
            Objection::LiftFirst(Ask::Place(at, player)) => {
                let name = name(player);
                write!(f, "il faut d'abord remettre le bâtonnet {name} sur {at} pour pouvoir finir le tour")
            }
            Objection::LiftFirst(ask) => {
                write!(f, "il faut d'abord retirer le bâtonnet sur {} pour pouvoir finir le tour", ask.at())
            }
        }
    }

    fn ask(&self, ask: Ask, f: &mut Formatter<'_>) -> fmt::Result {
        match ask {
            Ask::Owner(at) => write!(
                f,
                "à qui est le bâtonnet sur {at} ? Son propriétaire appuie sur un de ses boutons, n'importe lequel"
            ),
            Ask::Lift(at) => write!(f, "retirez le bâtonnet sur {at}"),
            Ask::Place(at, player) => write!(f, "posez le bâtonnet {} sur {at}", name(player)),
        }
    }

    fn event(&self, event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
        match event {
            Event::Started(settings) => write!(f, "une nouvelle partie commence : {}", Agreed(settings)),
            Event::Ready => f.write_str("le plateau est vide, la partie commence"),
            Event::Accepted(player, action, effects) => accepted(self, (*player, *action, effects), f),
            Event::Refused { objection, .. } => self.objection(*objection, f),
            Event::Undone(player, action) => {
                f.write_str("annulé : ")?;
                self.deed(*player, *action, f)
            }
            Event::NothingToUndo => f.write_str("il n'y a rien à annuler"),
            Event::Corrected(at) => write!(f, "{at} est comme il faut"),
            Event::OwnerAsked(at) => self.ask(Ask::Owner(*at), f),
            Event::OwnerWithdrawn(at) => {
                write!(f, "le bâtonnet sur {at} a été retiré, plus besoin de répondre")
            }
            Event::Disbelieved(at) => write!(
                f,
                "le contact {at} n'est plus cru tant qu'il ne change pas ; la partie continue sans lui"
            ),
            Event::Believed(at) => write!(f, "le contact {at} a changé, il est cru de nouveau"),
            Event::Chatters(at) => {
                write!(f, "le contact {at} tremble ; redressez le bâtonnet ou vérifiez l'interrupteur reed")
            }
            Event::Menu(Menu { settings, agreed }) => {
                write!(f, "préparation d'une nouvelle partie : {}", Agreed(settings))?;
                match Player::BOTH.into_iter().find(|&player| agreed[player]) {
                    Some(player) => {
                        let other = name(player.opponent());
                        write!(f, " ; {} est d'accord, {other} pas encore", name(player))
                    }
                    None => f.write_str(" ; elle commence quand les deux appuient sur piocher"),
                }
            }
            Event::MenuLeft => f.write_str("pas de nouvelle partie, l'ancienne continue"),
            Event::Review { step, of, action: Some((player, action)) } => {
                write!(f, "la partie après l'action {step} sur {of} : ")?;
                self.deed(*player, *action, f)
            }
            Event::Review { .. } => f.write_str("la partie avant sa première action"),
            Event::ReviewLeft => f.write_str("la partie telle qu'elle est maintenant"),
            Event::Ignored => f.write_str("cela n'a pas d'effet ici"),
        }
    }

    fn error(&self, error: &CommandError, f: &mut Formatter<'_>) -> fmt::Result {
        match error {
            CommandError::Overlong => write!(
                f,
                "la ligne dépasse {MOST_BYTES} octets ; envoyez-en une plus courte, avec une fin de ligne"
            ),
            CommandError::NotText => f.write_str(
                "la ligne n'est pas du texte UTF-8 sans caractères de contrôle ; envoyez-la de nouveau",
            ),
            CommandError::Unknown(word) => {
                write!(f, "il n'y a pas de commande `{word}` ; help les énumère toutes")
            }
            CommandError::Argument { verb, expected, found } => {
                expect(*expected, f)?;
                match found {
                    Some(_) if matches!(expected, Expected::Line(..)) => {}
                    Some(found) => write!(f, ", trouvé `{found}`")?,
                    None if *expected == Expected::NoCards => {}
                    None => f.write_str(", trouvé la fin de la ligne")?,
                }
                write!(f, " ; dites : {}", verb.usage())
            }
            CommandError::NoSuchRecord { games: 0 } => {
                f.write_str("aucune partie n'est encore gardée ; new en commence une")
            }
            CommandError::NoSuchRecord { games: 1 } => {
                f.write_str("il n'y a pas de telle partie ; seule la partie 0 est gardée")
            }
            CommandError::NoSuchRecord { games } => {
                let oldest = games - 1;
                write!(f, "il n'y a pas de telle partie ; la plus récente est 0, la plus ancienne {oldest}")
            }
            CommandError::NoGame => f.write_str("aucune partie n'est commencée ; new en commence une"),
            CommandError::NotHeld => {
                f.write_str("maintenez le bouton d'arbitre appuyé pendant que vous dites bootsel")
            }
            CommandError::NoSelfTest => {
                f.write_str("l'autotest ne peut pas commencer maintenant ; il y en a peut-être un en cours")
            }
            CommandError::Changed => f.write_str(
                "une nouvelle partie a commencé pendant l'envoi de l'enregistrement ; redemandez-le",
            ),
            CommandError::NotYet(verb) => {
                write!(f, "ce micrologiciel ne connaît pas encore {}", verb.name())
            }
        }
    }

    fn does(&self, verb: Verb) -> &'static str {
        match verb {
            Verb::Hello => "dit quel plateau c'est et quel protocole il parle",
            Verb::Help => "énumère les commandes",
            Verb::State => "dit où en est la partie ; ID revient dans la réponse",
            Verb::Record => "envoie une partie enregistrée ; 0 est la plus récente, 1 celle d'avant",
            Verb::Games => "compte les parties qui peuvent être lues",
            Verb::New => "commence aussitôt une nouvelle partie avec ces réglages",
            Verb::Undo => "annule la dernière action",
            Verb::Play => "fait ce que ferait un joueur ; les bâtonnets suivent",
            Verb::Lang => "change la langue des phrases",
            Verb::SelfTest => {
                "dit ce que le dernier autotest a trouvé ; start en commence un, forget oublie un ordre appris"
            }
            Verb::Palette => "énumère les couleurs des lumières et leurs noms",
            Verb::BootSel => "redémarre le plateau comme un disque qui accepte un nouveau micrologiciel",
        }
    }

    fn bootsel(&self) -> &'static str {
        "le plateau redémarre comme un disque qui accepte un nouveau micrologiciel"
    }

    fn health(&self, health: Health) -> &'static str {
        match health {
            Health::Kept => "ce qui se passe est de nouveau retenu",
            Health::NotKept => {
                "la mémoire flash est en panne : la partie continue, mais une coupure de courant la perdrait"
            }
            Health::Unreadable => {
                "la dernière partie ne peut pas être relue jusqu'au bout ; new en commence une autre"
            }
        }
    }

    fn lost(&self) -> &'static str {
        "l'ordinateur n'a pas lu à temps, des lignes sont perdues ; state dit où en est la partie"
    }

    fn deed(&self, player: Player, action: Action, f: &mut Formatter<'_>) -> fmt::Result {
        let opponent = name(player.opponent());
        let name = name(player);
        match action {
            Action::Handicap(at) => write!(f, "{name} pose un pont de handicap sur {at}"),
            Action::Place(at, _) => write!(f, "{name} pose un pont sur {at}"),
            Action::Remove(at, _) => write!(f, "{name} retire le pont {opponent} sur {at}"),
            Action::Replace(at) => write!(f, "{name} pose un pont gratuit sur {at}"),
            Action::Discard(1) => write!(f, "{name} défausse une carte"),
            Action::Discard(cards) => write!(f, "{name} défausse {cards} cartes"),
            Action::Draw(_) => write!(f, "{name} pioche une carte"),
            Action::Pass => write!(f, "{name} passe"),
        }
    }

    fn gained(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} contrôle désormais {}", name(player), List(islands, "et"))
    }

    fn returned(&self, owner: Player, connections: ConnectionSet, f: &mut Formatter<'_>) -> fmt::Result {
        let bridges = if connections.len() == 1 { "son pont" } else { "ses ponts" };
        write!(f, "{} reprend {bridges} sur {}", name(owner), List(connections, "et"))
    }

    fn lost_islands(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} perd {}", name(player), List(islands, "et"))
    }

    fn scored(&self, score: Score, f: &mut Formatter<'_>) -> fmt::Result {
        let Score { round, islands, .. } = score;
        write!(
            f,
            "décompte de la manche {round}, îles : blanc {}, noir {} ; ",
            islands.white, islands.black
        )?;
        match scorer(score) {
            None => f.write_str("personne ne marque"),
            Some((player, points)) => {
                write!(f, "{} marque {points} point{}", name(player), s(points.into()))
            }
        }
    }

    fn ended(&self, end: End, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("la partie est finie : ")?;
        match end.winner {
            None => f.write_str("égalité en tout, personne ne gagne")?,
            Some(player) => write!(
                f,
                "{} gagne {}",
                name(player),
                match end.reason {
                    EndReason::Points | EndReason::Draw => "aux points",
                    EndReason::ThirdScoring => "grâce au troisième décompte",
                    EndReason::Bridges => "avec plus de ponts sur le plateau",
                    EndReason::NoBridgesLeftOnBoard => "car l'autre n'a plus de pont sur le plateau",
                }
            )?,
        }
        write!(f, " (blanc {}, noir {})", end.total.white, end.total.black)
    }

    fn pause(&self) -> &'static str {
        " ; "
    }
}

fn refused(refusal: Refusal, f: &mut Formatter<'_>) -> fmt::Result {
    match refusal {
        Refusal::GameOver => f.write_str("la partie est finie"),
        Refusal::NoHandicap(NoHandicap::NoneAgreed) => f.write_str("aucun handicap n'a été convenu"),
        Refusal::NoHandicap(NoHandicap::AllPlaced(handicap)) => {
            write!(f, "tous les ponts de handicap de {} sont sur le plateau", name(handicap.player()))
        }
        Refusal::NoHandicap(NoHandicap::NotTheirs(handicap)) => {
            write!(f, "le handicap est à {}", name(handicap.player()))
        }
        Refusal::ConnectionOccupied { at, owner } => {
            write!(f, "il y a déjà un pont {} sur {at}", name(owner))
        }
        Refusal::HandicapFirst { player, left: 1 } => {
            write!(f, "{} doit d'abord poser encore un pont de handicap", name(player))
        }
        Refusal::HandicapFirst { player, left } => {
            write!(f, "{} doit d'abord poser encore {left} ponts de handicap", name(player))
        }
        Refusal::NotYourTurn { turn } => write!(f, "c'est au tour de {}", name(turn)),
        Refusal::AlreadyDiscarded => {
            f.write_str("qui a défaussé ne joue plus de carte pendant le même tour")
        }
        Refusal::OpponentControls { islands } => {
            let (are, s) = if islands.len() == 1 { ("est", "") } else { ("sont", "s") };
            let islands = List(islands, "et");
            write!(f, "{islands} {are} sous le contrôle de l'adversaire, et fermée{s} dans la variante calme")
        }
        Refusal::NoBridgeInSupply { player } => {
            write!(f, "les {BRIDGES} ponts de {} sont tous sur le plateau", name(player))
        }
        Refusal::CardDoesNotFit { card, at, .. } => {
            write!(f, "la carte {card} ne convient pas à {at} : elle doit nommer une des deux extrémités")
        }
        Refusal::CardNotHeld { card, .. } => {
            write!(f, "la carte {card} n'est pas en main, ou pas assez souvent")
        }
        Refusal::NotEnoughCards { held, needed } if needed > CARDS => {
            write!(f, "cela coûte plus de cartes qu'il n'y en a, et la main en compte {held}")
        }
        Refusal::NotEnoughCards { held, needed } => {
            let s = s(usize::from(needed));
            write!(f, "cela coûte {needed} carte{s}, et la main en compte {held}")
        }
        Refusal::ImpossibleCards { islands } => {
            let cards = islands.len() * 2;
            let islands = List(islands, "et");
            write!(f, "les {cards} cartes {islands} n'ont pas pu payer ensemble ce qui a été joué pendant cette manche")
        }
        Refusal::NoBridgeThere { at } => write!(f, "il n'y a pas de pont sur {at}"),
        Refusal::OwnBridge { at } => {
            write!(f, "le pont sur {at} est le sien ; on ne retire qu'un pont adverse")
        }
        Refusal::NothingToReplace { instead: Some(at) } => {
            write!(f, "le pont gratuit ne peut aller que sur {at}, qui vient d'être libéré")
        }
        Refusal::NothingToReplace { instead: None } => {
            f.write_str("un pont gratuit ne vient que juste après un retrait, dans la variante calme")
        }
        Refusal::DiscardNotAllowed(why) => match why {
            DiscardNotAllowed::Played => f.write_str("qui a joué une carte pendant ce tour ne défausse pas"),
            DiscardNotAllowed::FewerThanFive { held } => {
                write!(f, "il faut {HAND_LIMIT} cartes en main pour défausser, et celle-ci en compte {held}")
            }
            DiscardNotAllowed::NothingToDraw => {
                f.write_str("on défausse pour piocher, et il ne reste aucune carte à piocher")
            }
        },
        Refusal::NothingToDraw => f.write_str("il ne reste aucune carte à piocher"),
        Refusal::HandFull => write!(f, "avec {HAND_LIMIT} cartes, la main est pleine"),
        Refusal::CardNotAvailable(why) => match why {
            CardNotAvailable::NotFaceUp(card) => write!(f, "{card} n'est pas parmi les cartes visibles"),
            CardNotAvailable::NotInPile(card) => {
                write!(f, "{card} ne peut pas être dans la pioche, ou pas si souvent : ses cartes sont ailleurs")
            }
            CardNotAvailable::NothingToReveal(card) => {
                write!(f, "{card} ne peut pas être retournée : la pioche est vide")
            }
            CardNotAvailable::RevealMissing => f.write_str(
                "la pioche n'est pas vide, donc une carte doit être retournée à la place de celle qui est prise",
            ),
        },
        Refusal::MustDraw(why) => match why {
            MustDraw::OpponentPassed => {
                f.write_str("l'adversaire vient de passer, donc ce tour doit finir par une pioche")
            }
            MustDraw::Discarded => f.write_str("après une défausse, le tour doit finir par une pioche"),
            MustDraw::FewerThanFive { held } => {
                write!(f, "il faut {HAND_LIMIT} cartes en main pour passer, et celle-ci en compte {held}")
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
            f.write_str("variante calme, ")?;
        }
        if *open {
            f.write_str("variante ouverte, ")?;
        }
        if let Some(handicap) = handicap {
            write!(f, "handicap de {} pour {}, ", handicap.bridges(), name(handicap.player()))?;
        }
        write!(f, "{} joue en premier", name(*first))
    }
}

fn expect(expected: Expected, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(match expected {
        Expected::EndOfLine => "plus rien n'est attendu ici",
        Expected::Id => return write!(f, "attendu : un mot d'au plus {} octets", Id::MOST_BYTES),
        Expected::RecordNumber => "attendu : le numéro d'une partie, à partir de 0",
        Expected::Language => "attendu : en, fr ou de",
        Expected::Setting => "attendu : edition=, variant=, first= ou handicap=",
        Expected::Once => "chaque mot ne peut figurer qu'une fois",
        Expected::Edition => "attendu : edition=english-2014, edition=french-kosmos ou edition=french-1999",
        Expected::Variant => "attendu : variant=calm ou variant=open",
        Expected::Player => "attendu : white ou black",
        Expected::Handicap => "attendu : un joueur et 1, 2 ou 3, par exemple handicap=black:2",
        Expected::Action => {
            "attendu après le joueur : place, remove, replace, discard, draw, pass ou handicap"
        }
        Expected::Connection => "attendu : une liaison comme ALOA-BARI",
        Expected::Line(a, b) => {
            let joined = List(a.neighbours(), "et");
            return write!(f, "aucune ligne ne relie {a} et {b} ; {a} est relié à {joined}");
        }
        Expected::CardCount => "attendu : le nombre de cartes, au moins 1",
        Expected::Proof => "attendu : start, forget ou rien",
        Expected::NoCards => "les cartes ne se nomment pas ici, car le plateau ne fait que les compter",
    })
}
