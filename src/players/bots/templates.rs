//! Bots to start from, in several languages: the files of `bots/`, as they are.

/// A bot that plays any legal move until its `choose` is changed.
pub(crate) struct BotTemplate {
    /// The language.
    pub(crate) name: &'static str,
    /// Other names of the language.
    aliases: &'static [&'static str],
    /// The file.
    pub(crate) text: &'static str,
}

pub(crate) const LIST: &[BotTemplate] = &[
    BotTemplate {
        name: "python",
        aliases: &["py", "python3"],
        text: include_str!("../../../bots/python/bot.py"),
    },
    BotTemplate {
        name: "cpp",
        aliases: &["c++", "cxx", "cc"],
        text: include_str!("../../../bots/cpp/bot.cpp"),
    },
    BotTemplate { name: "java", aliases: &[], text: include_str!("../../../bots/java/Bot.java") },
    BotTemplate {
        name: "javascript",
        aliases: &["js", "node", "nodejs"],
        text: include_str!("../../../bots/javascript/bot.js"),
    },
    BotTemplate { name: "rust", aliases: &["rs"], text: include_str!("../../../bots/rust/bot.rs") },
    BotTemplate { name: "c", aliases: &[], text: include_str!("../../../bots/c/bot.c") },
];

pub(crate) fn names() -> Vec<&'static str> {
    LIST.iter().map(|template| template.name).collect()
}

/// The template of a language, by any of its names.
pub(crate) fn find(language: &str) -> Option<&'static BotTemplate> {
    let language = language.to_ascii_lowercase();
    LIST.iter().find(|template| template.name == language || template.aliases.contains(&language.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_several_names_and_no_two_share_one() {
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
