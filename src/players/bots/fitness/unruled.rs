//! Games that only a referee knows the rules of, as it is examined.
//!
//! Nothing lists the legal moves of such a game. A player makes them: one that was named, or the referee itself. From the second
//! game on, words that were moves before are tried as well, if the referee reports what is illegal. So the games differ even if
//! the player is deterministic.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::check::{BotCheck, CheckName, Figures, Problem};
use super::conversation::{Conversation, Failed, Greeting};
use super::examiner::{Examiner, seed_of};
use super::strays::Strays;
use super::{Event, ExamHalt};
use crate::games::Outcome;
use crate::players::bots::inquiry::Inquiry;
use crate::players::bots::protocol::{BotGame, ProtocolName};
use crate::players::bots::settings::BotSettings;
use crate::rng::{Purpose, Rng};
use crate::text::program;

/// The position that every game begins with.
pub(super) const START: &str = "startpos";

const GAMES: usize = 10;

/// A longer game counts as unfinished.
const MOST_PLIES: usize = 500;

/// No game is begun after this time.
const LONGEST: Duration = Duration::from_secs(20);

/// How a move is asked for.
const GO: &str = "go movetime 20";

/// How long a move may take at most, if the time to start is not shorter.
const MOVE_LIMIT: Duration = Duration::from_secs(5);

/// What came of the games.
#[derive(Default)]
pub(super) struct GamesOfReferee {
    /// Every position with what the referee said of it, and how long that took.
    pub(super) positions: Vec<(String, Inquiry)>,
    pub(super) times: Vec<Duration>,
    games: usize,
    /// Won by the first side, by the second, drawn.
    results: [usize; 3],
    unfinished: usize,
    /// Words that were moves.
    words: Vec<String>,
    problem: Option<Problem>,
    /// Why there are no moves.
    without_moves: Option<String>,
}

/// How a game ended.
enum GameEnd {
    Over(Outcome),
    TooLong,
    /// The referee or the player failed.
    Broken(Problem),
    /// There is no player, for this reason.
    WithoutMoves(String),
}

/// What a referee says of a move.
enum Ruling {
    Accepted(Inquiry),
    /// It reports an error.
    Rejected(Problem),
    /// It fails or contradicts itself.
    Broken(Problem),
}

/// A program beside the referee that makes the moves.
struct Mover<'a> {
    bot: Conversation<'a>,
    seeds: Option<RangeInclusive<u32>>,
}

impl GamesOfReferee {
    pub(super) fn check(&self) -> BotCheck {
        if let Some(reason) = &self.without_moves {
            return BotCheck::skipped(CheckName::Games, reason.clone());
        }
        let [first_wins, second_wins, draws] = self.results;
        let (games, plies, unfinished) = (self.games, self.positions.len(), self.unfinished);
        let figures = Figures::Games { games, plies, first_wins, second_wins, draws, unfinished };
        let endless = (games > 0 && unfinished == games)
            .then(|| format!("none of them ended within {MOST_PLIES} plies"));
        BotCheck::passed(CheckName::Games, figures).with_problem(self.problem.clone()).with_note(endless)
    }
}

impl Examiner<'_> {
    /// Plays games to their ends.
    pub(super) fn play_games(
        &mut self,
        chooser: Option<&BotSettings>,
        reports_illegal: bool,
        start: &Inquiry,
    ) -> Result<GamesOfReferee, ExamHalt> {
        let mut played = GamesOfReferee::default();
        let began = Instant::now();
        let game = self.game().clone();
        let mut mover = match chooser.map(|chooser| meet(chooser, &game)).transpose()?.transpose() {
            Ok(mover) => mover,
            Err(problem) => {
                let reason = format!("the player does not start: {}", problem.received.join(" "));
                return Ok(GamesOfReferee { without_moves: Some(reason), ..played });
            }
        };
        let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
        while played.games < GAMES && began.elapsed() < LONGEST {
            self.begin(&mut mover, played.games)?;
            let tries_words = reports_illegal && played.games > 0;
            match self.play_game(&mut mover, start, tries_words, &mut rng, &mut played)? {
                GameEnd::Over(Outcome::Win(side)) => played.results[side.index()] += 1,
                GameEnd::Over(Outcome::Draw) => played.results[2] += 1,
                GameEnd::TooLong => played.unfinished += 1,
                GameEnd::Broken(problem) => return Ok(GamesOfReferee { problem: Some(problem), ..played }),
                GameEnd::WithoutMoves(reason) => {
                    return Ok(GamesOfReferee { without_moves: Some(reason), ..played });
                }
            }
            played.games += 1;
            (self.watch)(Event::Asked { asked: played.games, of: GAMES });
        }
        Ok(played)
    }

    fn begin(&mut self, mover: &mut Option<Mover<'_>>, game: usize) -> Result<(), ExamHalt> {
        let mut own_seed = self.seed(game);
        if let Some(Mover { bot, seeds }) = mover {
            let seed = seeds.as_ref().map(|seeds| seed_of(seeds, game));
            if let Err(Failed::Interrupted) = bot.new_game(seed, &mut Strays::default()) {
                return Err(ExamHalt::Interrupted);
            }
            own_seed = None;
        }
        // Another failure shows in the first answer.
        self.with_bot(|bot, strays| bot.new_game(own_seed, strays))?.ok();
        Ok(())
    }

    fn play_game(
        &mut self,
        mover: &mut Option<Mover<'_>>,
        start: &Inquiry,
        tries_words: bool,
        rng: &mut Rng,
        played: &mut GamesOfReferee,
    ) -> Result<GameEnd, ExamHalt> {
        let mut position = START.to_owned();
        let mut standing = start.clone();
        for ply in 0..MOST_PLIES {
            if let Ok((Some(outcome), _)) = standing.standing() {
                return Ok(GameEnd::Over(outcome));
            }
            let after = |word: &str| format!("{position}{} {word}", if ply == 0 { " moves" } else { "" });
            let known = (tries_words && rng.below(2) == 0 && !played.words.is_empty())
                .then(|| played.words[rng.below(played.words.len() as u32) as usize].clone());
            if let Some(word) = known {
                match self.rule(&after(&word), start.is_chatty(), played)? {
                    Ruling::Accepted(inquiry) => {
                        position = after(&word);
                        standing = inquiry;
                        continue;
                    }
                    Ruling::Rejected(_) => {}
                    Ruling::Broken(problem) => return Ok(GameEnd::Broken(problem)),
                }
            }
            let word = match self.choose(mover, &position, played.games == 0)? {
                Ok(word) => word,
                Err(end) => return Ok(end),
            };
            match self.rule(&after(&word), start.is_chatty(), played)? {
                Ruling::Accepted(inquiry) => standing = inquiry,
                Ruling::Rejected(problem) | Ruling::Broken(problem) => return Ok(GameEnd::Broken(problem)),
            }
            position = after(&word);
            if !played.words.contains(&word) {
                played.words.push(word);
            }
        }
        Ok(GameEnd::TooLong)
    }

    /// What the referee says of a position.
    fn rule(
        &mut self,
        position: &str,
        is_chatty: bool,
        played: &mut GamesOfReferee,
    ) -> Result<Ruling, ExamHalt> {
        let limit = self.limit();
        let asked = self.with_bot(|bot, strays| {
            let (inquiry, time) = bot.inquire(position, limit, strays)?;
            let ruling = if inquiry.objection(is_chatty).is_some() {
                let expected = "it accepts the move that a player chose, or says that the game is over";
                Ruling::Rejected(bot.problem(expected))
            } else if inquiry.standing().is_err() {
                let expected = "gameover false and result none, or gameover true and p1win, p2win or draw";
                Ruling::Broken(bot.problem(expected))
            } else {
                Ruling::Accepted(inquiry)
            };
            Ok((ruling, time))
        })?;
        Ok(match asked {
            Ok((ruling, time)) => {
                if let Ruling::Accepted(inquiry) = &ruling {
                    played.times.push(time);
                    played.positions.push((position.to_owned(), inquiry.clone()));
                }
                ruling
            }
            Err((_, problem)) => Ruling::Broken(problem),
        })
    }

    /// The move of the player, or of the referee without one. `is_first`: in the first game.
    fn choose(
        &mut self,
        mover: &mut Option<Mover<'_>>,
        position: &str,
        is_first: bool,
    ) -> Result<Result<String, GameEnd>, ExamHalt> {
        let (answer, who) = match mover {
            Some(mover) => match mover.bot.ask_unruled(position, MOVE_LIMIT, &mut Strays::default()) {
                Err(Failed::Interrupted) => return Err(ExamHalt::Interrupted),
                answer => (answer.ok(), "the player"),
            },
            None => {
                let asked = self.with_bot(|bot, strays| bot.ask_unruled(position, MOVE_LIMIT, strays))?;
                (asked.ok(), "the referee")
            }
        };
        if let Some(word) = answer.and_then(|answer| answer.word) {
            return Ok(Ok(word));
        }
        Ok(Err(if is_first && position == START {
            GameEnd::WithoutMoves(format!(
                "{who} does not answer go, so there are no moves: name a player, as in {} bot ./mybot --game 'ugi:…'",
                program()
            ))
        } else {
            GameEnd::Broken(Problem {
                sent: vec![format!("position {position}"), GO.to_owned()],
                received: vec![format!("{who} gives no move")],
                expected: "a move, or a finished game: the referee says that it goes on".to_owned(),
            })
        }))
    }
}

/// Starts a player; a problem if it does not get ready.
fn meet<'p>(player: &'p BotSettings, game: &BotGame) -> Result<Result<Mover<'p>, Problem>, ExamHalt> {
    let mut bot = Conversation::start(player, player.protocol.unwrap_or(ProtocolName::Ugi), game)
        .map_err(ExamHalt::Start)?;
    let mut greeting = Greeting::default();
    let strays = &mut Strays::default();
    let met = bot.introduce(&mut greeting, false, strays).and_then(|()| bot.get_ready(strays));
    match met {
        Ok(_) => Ok(Ok(Mover { bot, seeds: greeting.said.seeds })),
        Err(Failed::Interrupted) => Err(ExamHalt::Interrupted),
        Err(Failed::Fault(_, problem)) => Ok(Err(problem)),
    }
}
