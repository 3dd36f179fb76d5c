//! Programs to start from, the files of `bots/` as they are: a bot in each of several languages, drivers of classroom
//! submissions, referees, and a language model as a player.

/// A program that `arena bot --template` prints.
pub(crate) struct BotTemplate {
    /// Of a bot, the language.
    pub(crate) name: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub(crate) summary: &'static str,
    /// The file.
    pub(crate) text: &'static str,
}

pub(crate) const LIST: &[BotTemplate] = &[
    BotTemplate {
        name: "python",
        aliases: &["py", "python3"],
        summary: "a bot in Python",
        text: include_str!("../../../bots/python/bot.py"),
    },
    BotTemplate {
        name: "cpp",
        aliases: &["c++", "cxx", "cc"],
        summary: "a bot in C++",
        text: include_str!("../../../bots/cpp/bot.cpp"),
    },
    BotTemplate {
        name: "java",
        aliases: &[],
        summary: "a bot in Java",
        text: include_str!("../../../bots/java/Bot.java"),
    },
    BotTemplate {
        name: "javascript",
        aliases: &["js", "node", "nodejs"],
        summary: "a bot in JavaScript",
        text: include_str!("../../../bots/javascript/bot.js"),
    },
    BotTemplate {
        name: "rust",
        aliases: &["rs"],
        summary: "a bot in Rust",
        text: include_str!("../../../bots/rust/bot.rs"),
    },
    BotTemplate {
        name: "c",
        aliases: &[],
        summary: "a bot in C",
        text: include_str!("../../../bots/c/bot.c"),
    },
    BotTemplate {
        name: "kalah-classes",
        aliases: &[],
        summary: "drives students' Board.h and Player.h for Kalah",
        text: include_str!("../../../bots/classes/kalah.cpp"),
    },
    BotTemplate {
        name: "connect-classes",
        aliases: &[],
        summary: "the same for Connect-N",
        text: include_str!("../../../bots/classes/connect.cpp"),
    },
    BotTemplate {
        name: "referee-variants",
        aliases: &[],
        summary: "a referee for shogi, xiangqi, crazyhouse and other variants",
        text: include_str!("../../../bots/games/variants.py"),
    },
    BotTemplate {
        name: "referee-openspiel",
        aliases: &[],
        summary: "a referee for go, hex and other games of OpenSpiel",
        text: include_str!("../../../bots/openspiel/referee.py"),
    },
    BotTemplate {
        name: "llm",
        aliases: &[],
        summary: "plays a language model",
        text: include_str!("../../../bots/llm/adapter.py"),
    },
];

pub(crate) fn names() -> Vec<&'static str> {
    LIST.iter().map(|template| template.name).collect()
}

/// A template by any of its names.
pub(crate) fn find(name: &str) -> Option<&'static BotTemplate> {
    let name = name.to_ascii_lowercase();
    LIST.iter().find(|template| template.name == name || template.aliases.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_has_several_names_and_no_two_share_one() {
        let of = |name: &str| find(name).map(|template| template.name);
        assert_eq!((of("Python"), of("py"), of("C++"), of("js")), {
            (Some("python"), Some("python"), Some("cpp"), Some("javascript"))
        });
        assert_eq!(of("cobol"), None);
        let all =
            LIST.iter().flat_map(|template| [template.name].into_iter().chain(template.aliases.to_vec()));
        let all: Vec<&str> = all.collect();
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "{all:?}");
    }
}
