//! The tables of the benchmarks: aligned text for a terminal, or Markdown for docs/PERFORMANCE.md.
//!
//! A row is printed as soon as it is measured, since some take minutes.

use std::fmt::Display;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Markdown,
}

/// `--markdown`, or text.
fn format() -> Format {
    let is_markdown = std::env::args().any(|word| word == "--markdown");
    if is_markdown { Format::Markdown } else { Format::Text }
}

/// Prints what stands above all tables: the machine, and how to measure it again.
pub(crate) fn introduction(command: &str) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = format!("{cores} cores, {}-{}", std::env::consts::ARCH, std::env::consts::OS);
    match format() {
        Format::Text => println!("{machine}"),
        Format::Markdown => {
            println!("# Performance\n");
            println!(
                "Printed by `{command}` on {machine}. Times depend on the machine and its load; compare the"
            );
            println!(
                "ratios, which come from ways that were timed in turns. A target is what a ratio or a time should"
            );
            println!("reach; where it is missed, the table shows it. `benches/speed` says what is compared.");
        }
    }
}

/// A table whose header was printed.
pub(crate) struct Table {
    format: Format,
    widths: Vec<usize>,
}

impl Table {
    /// Prints a heading, a sentence, and the header: the name of each column and its least width. The first column is
    /// aligned to the left, the others to the right.
    pub(crate) fn new(heading: &str, sentence: &str, columns: &[(&str, usize)]) -> Table {
        let table = Table { format: format(), widths: columns.iter().map(|&(_, width)| width).collect() };
        match table.format {
            Format::Text => println!("\n{heading}: {sentence}\n"),
            Format::Markdown => {
                println!("\n## {}{}\n\n{sentence}\n", heading[..1].to_uppercase(), &heading[1..]);
            }
        }
        table.row(columns.iter().map(|(name, _)| name));
        if table.format == Format::Markdown {
            println!("| --- |{}", " ---: |".repeat(columns.len() - 1));
        }
        table
    }

    /// Prints a row.
    pub(crate) fn row<C: Display>(&self, cells: impl IntoIterator<Item = C>) {
        let cells = cells.into_iter().map(|cell| cell.to_string());
        let line: String = match self.format {
            Format::Text => {
                let mut line = String::new();
                for (cell, &width) in cells.zip(&self.widths) {
                    line += &if line.is_empty() {
                        format!("  {cell:<width$}")
                    } else {
                        format!(" {cell:>width$}")
                    };
                }
                line
            }
            Format::Markdown => format!("|{}", cells.map(|cell| format!(" {cell} |")).collect::<String>()),
        };
        println!("{}", line.trim_end());
    }
}

/// A time with its unit.
pub(crate) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    format!("{value:.2} {unit}")
}

/// How many times as long something takes.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        r if r < 10.0 => format!("{r:.2}"),
        r if r < 100.0 => format!("{r:.1}"),
        r => format!("{r:.0}"),
    }
}
