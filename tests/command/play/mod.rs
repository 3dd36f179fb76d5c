//! Games as they are played: reproducible, stopped by a test or a limit, or judged by a referee.

mod adjudication;
mod limits;
mod looks;
mod matches;
mod referee;
mod reproducible;
mod sprt;
