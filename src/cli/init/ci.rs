//! `arena init --ci`: a workflow that plays the bot of a change against that of its base.
//!
//! The templates are YAML. A line with `{name.sh}` becomes that script, and `{name}` a value. `action.yml`, at the top of arena's
//! repository, runs the same scripts.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{CiService, InitArgs};
use crate::cli::failure::Failure;
use crate::players::strategies::StrategySpec;
use crate::run::{GameSpec, git};
use crate::text::TextError;

/// What the workflow is written to, and from.
struct Template {
    path: &'static str,
    text: &'static str,
    /// A dollar sign in a value.
    dollar: &'static str,
    /// What is left to do.
    next: &'static str,
}

const GITHUB: Template = Template {
    path: ".github/workflows/arena.yml",
    text: include_str!("github.yml"),
    dollar: "$",
    next: "Commit it: every pull request is then played against its base.",
};

const GITLAB: Template = Template {
    path: ".gitlab/arena.yml",
    text: include_str!("gitlab.yml"),
    dollar: "$$", // A single one begins a variable.
    next: "Include it in .gitlab-ci.yml, and commit both: every merge request is then played against its base.\n\n  \
           include:\n    - local: .gitlab/arena.yml",
};

const SCRIPTS: [(&str, &str); 3] = [
    ("{install.sh}", include_str!("install.sh")),
    ("{play.sh}", include_str!("play.sh")),
    ("{comment.sh}", include_str!("comment.sh")),
];

/// Whether a change made the bot weaker, on machines that are neither fast nor free.
const OPTIONS: &str = "--games 110k --sprt -5,0 --max-time 30m";

/// The address of arena's repository, empty as long as there is none.
const URL: &str = env!("CARGO_PKG_REPOSITORY");

pub(super) fn run(service: CiService, args: &InitArgs, out: &mut impl Write) -> Result<(), Failure> {
    let template = match service {
        CiService::Github => &GITHUB,
        CiService::Gitlab => &GITLAB,
    };
    let bot = args.bot.as_deref().unwrap_or_default();
    let game = args.game.as_deref().unwrap_or("kalah");
    let in_flag = |flag: &'static str| move |error: TextError| Failure::in_flag(flag, &error);
    let spec: StrategySpec = bot.parse().map_err(in_flag("--bot"))?;
    git::command(&spec).map_err(in_flag("--bot"))?;
    game.parse::<GameSpec>().map_err(in_flag("--game"))?;
    if !Path::new(".git").exists() {
        return Err(Failure::Usage(
            "--ci: the current directory is not the top of a git repository\nchange to that of the bot"
                .to_owned(),
        ));
    }
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let values = [
        ("{bot}", bot),
        ("{build}", args.build.as_deref().unwrap_or_default()),
        ("{game}", game),
        ("{options}", OPTIONS),
        ("{url}", URL),
        ("{version}", version),
    ];
    let path = template.path;
    let advice = "change that file, or remove it to have a new one";
    super::write_new(Path::new(path), &filled(template, &values), advice)?;
    writeln!(out, "wrote {path}. {}", template.next)?;
    if URL.is_empty() {
        writeln!(out, "\nBefore that, write the address of arena's repository into it: ARENA_URL.")?;
    }
    Ok(())
}

/// The text of a template with its scripts and values.
fn filled(template: &Template, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for line in template.text.lines() {
        let word = line.trim_start();
        let indent = &line[..line.len() - word.len()];
        if let Some((_, script)) = SCRIPTS.iter().find(|(name, _)| *name == word) {
            out.extend(script.lines().map(|line| format!("{indent}{line}\n")));
            continue;
        }
        match values.iter().find_map(|(name, value)| Some((line.strip_suffix(name)?, value))) {
            Some((before, value)) => {
                out += before;
                // A string of JSON is one of YAML.
                out += &serde_json::Value::from(value.replace('$', template.dollar)).to_string();
            }
            None => out += line,
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_what_they_are_in_yaml() {
        let values = [("{bot}", r#"exec:"python3 'a b.py'",args={build}"#), ("{build}", "make CC=$CC")];
        let lines = |template| {
            let text = filled(template, &values);
            let lines = text
                .lines()
                .map(str::trim)
                .filter(|line| line.starts_with("BOT:") || line.starts_with("BUILD:"));
            lines.map(str::to_owned).collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(lines(&GITHUB), @r#"
        BOT: "exec:\"python3 'a b.py'\",args={build}"
        BUILD: "make CC=$CC"
        "#);
        insta::assert_snapshot!(lines(&GITLAB), @r#"
        BOT: "exec:\"python3 'a b.py'\",args={build}"
        BUILD: "make CC=$$CC"
        "#);
    }
}
