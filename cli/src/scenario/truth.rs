//! What the board says is so, put in the words of a scenario.

use kahuna_board::rules::Player;
use serde_json::Value;

use super::script::Fact;

/// What a board's state says about the thing that a fact is about, written as the fact would be if it were true.
/// `None` for what the state does not tell.
pub(crate) fn about(fact: &Fact, state: &Value) -> Option<String> {
    Some(match fact {
        Fact::Turn(_) => format!("turn {}", word(&state["turn"], "nobody")),
        Fact::Round(_) => format!("round {}", state["round"]),
        Fact::Hand(player, _) => format!("hand {player} {}", state["hands"][player.name()]),
        Fact::Score { .. } => {
            format!("score white {} black {}", state["score"]["white"], state["score"]["black"])
        }
        Fact::Island(island, _) => {
            format!("island {island} {}", whose(&state["control"], &island.to_string(), "free"))
        }
        Fact::Bridge(line, _) => {
            format!("bridge {line} {}", whose(&state["bridges"], &line.to_string(), "none"))
        }
        Fact::Asks(_) => asks(&state["asks"]),
        Fact::Refuses(_) => format!("refuses {}", word(&state["refuses"]["error"], "nothing")),
        Fact::Over(..) => match &state["end"] {
            Value::Null => "not over".into(),
            end => format!("over {} {}", word(&end["winner"], "nobody"), word(&end["reason"], "?")),
        },
        Fact::Light(..) | Fact::Says(_) => return None,
    })
}

fn word<'a>(value: &'a Value, none: &'a str) -> &'a str {
    value.as_str().unwrap_or(none)
}

/// The player in whose list a name stands.
fn whose(lists: &Value, name: &str, none: &'static str) -> &'static str {
    let has = |player: &Player| {
        lists[player.name()].as_array().is_some_and(|list| list.iter().any(|item| item == name))
    };
    Player::BOTH.into_iter().find(has).map_or(none, Player::name)
}

fn asks(asks: &Value) -> String {
    let words = [word(&asks["ask"], "nothing"), word(&asks["connection"], ""), word(&asks["player"], "")];
    let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
    format!("asks {}", words.join(" "))
}
