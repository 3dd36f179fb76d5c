//! Reports of results: pages, tables, ratings, and the formats of files.

mod copies;
mod dialects;
mod export;
mod field;
mod figures;
mod formats;
mod page;
mod rate;
mod replay;
mod shuffled;
mod stats;
