//! The command line itself: help, errors, completion, pipes, and the commands that only print.

mod ci;
mod commands;
mod completions;
mod documented;
mod errors;
mod examples;
mod help;
mod pipes;
mod play;
mod scripts;
mod short_form;
mod terminal;
