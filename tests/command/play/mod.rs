//! Games as they are played: reproducible, stopped by a test or a limit, or judged by a referee.

mod limits;
mod looks;
mod referee;
mod reproducible;
mod sprt;
