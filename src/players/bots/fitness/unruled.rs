//! Games that only a referee knows the rules of, as it is examined.
//!
//! Nothing lists the legal moves of such a game. A player makes them: one that was named, or the referee itself. From the second
//! game on, words that were moves before are tried as well, if the referee reports what is illegal. So the games differ even if
//! the player is deterministic.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::check::{BotCheck, CheckName, Figures, Problem};
use super::conversation::{Conversation, Failed, Introduction};
use super::examiner::Examiner;
use super::referee::Objects;
use super::strays::Strays;
use super::{Event, ExamHalt};
use crate::games::Outcome;
use crate::players::bots::inquiry::Inquiry;
use crate::players::bots::settings::BotSettings;
use crate::rng::{Purpose, Rng};

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
    /// Every position with what the referee said of it.
    positions: Vec<(String, Inquiry)>,
    times: Vec<Duration>,
    games: usize,
    plies: usize,
    /// Won by the first side, by the second, drawn.
    results: [usize; 3],
    unfinished: usize,
    /// Words that were moves.
    words: Vec<String>,
    problem: Option<Problem>,
    /// Why there are no moves.
    without_moves: Option<String>,
}

/// What a game came to.
enum GameEnd {
    Over(Outcome),
    TooLong,
    Stopped,
}

/// Who makes the moves: a program beside the referee, or `None` for the referee.
struct Mover<'a> {
    other: Option<Conversation<'a>>,
    seeds: Option<RangeInclusive<u32>>,
}

impl GamesOfReferee {
    pub(super) fn positions(&self) -> &[(String, Inquiry)] {
        &self.positions
    }

    pub(super) fn times(&self) -> Vec<Duration> {
        self.times.clone()
    }

    pub(super) fn check(&self) -> BotCheck {
        if let Some(reason) = &self.without_moves {
            return BotCheck::skipped(CheckName::Games, reason.clone());
        }
        let [first_wins, second_wins, draws] = self.results;
        let (games, plies, unfinished) = (self.games, self.plies, self.unfinished);
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
        objects: Objects,
        start: &Inquiry,
    ) -> Result<GamesOfReferee, ExamHalt> {
        let mut played = GamesOfReferee::default();
        let began = Instant::now();
        let game = self.game().to_owned();
        let mut mover = match chooser.map(|chooser| meet(chooser, &game)).transpose()? {
            None => {
                Mover { other: None, seeds: self.seed(0).zip(self.seed(1 << 20)).map(|(from, to)| from..=to) }
            }
            Some(Ok(mover)) => mover,
            Some(Err(problem)) => {
                played.without_moves =
                    Some(format!("the player does not start: {}", problem.received.join(" ")));
                return Ok(played);
            }
        };
        let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
        while played.games < GAMES && began.elapsed() < LONGEST && played.problem.is_none() {
            self.begin(&mut mover, played.games)?;
            let tries_words = objects == Objects::Always && played.games > 0;
            let end = self.play_game(&mut mover, start, tries_words, &mut rng, &mut played)?;
            match end {
                GameEnd::Over(Outcome::Win(side)) => played.results[side.index()] += 1,
                GameEnd::Over(Outcome::Draw) => played.results[2] += 1,
                GameEnd::TooLong => played.unfinished += 1,
                GameEnd::Stopped => break,
            }
            played.games += 1;
            (self.watch)(Event::Asked { asked: played.games, of: GAMES });
        }
        Ok(played)
    }

    fn begin(&mut self, mover: &mut Mover<'_>, game: usize) -> Result<(), ExamHalt> {
        let seed = mover.seeds.as_ref().map(|seeds| (seeds.start() + game as u32).min(*seeds.end()));
        let begun = match &mut mover.other {
            Some(bot) => bot.new_game(seed, &mut Strays::default()),
            None => Ok(()),
        };
        if let Err(Failed::Interrupted) = begun {
            return Err(ExamHalt::Interrupted);
        }
        let own_seed = seed.filter(|_| mover.other.is_none());
        self.with_bot(|bot, strays| bot.new_game(own_seed, strays))?.ok();
        Ok(())
    }

    fn play_game(
        &mut self,
        mover: &mut Mover<'_>,
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
            if let Some(word) = known
                && let Some(Ok(inquiry)) = self.rule(&after(&word), start, played)?
            {
                position = after(&word);
                standing = inquiry;
                continue;
            }
            if played.problem.is_some() {
                return Ok(GameEnd::Stopped);
            }
            let Some(word) = self.choose(mover, &position, played)? else { return Ok(GameEnd::Stopped) };
            match self.rule(&after(&word), start, played)? {
                Some(Ok(inquiry)) => standing = inquiry,
                Some(Err(refused)) => {
                    played.problem.get_or_insert(refused);
                    return Ok(GameEnd::Stopped);
                }
                None => return Ok(GameEnd::Stopped),
            }
            position = after(&word);
            if !played.words.contains(&word) {
                played.words.push(word);
            }
        }
        Ok(GameEnd::TooLong)
    }

    /// What the referee says of a position, or the problem if it reports an error. `None` if it failed.
    fn rule(
        &mut self,
        position: &str,
        start: &Inquiry,
        played: &mut GamesOfReferee,
    ) -> Result<Option<Result<Inquiry, Problem>>, ExamHalt> {
        let limit = self.limit();
        let is_chatty = start.remark.is_some();
        let asked = self.with_bot(|bot, strays| {
            let (inquiry, time) = bot.inquire(position, limit, strays)?;
            let is_refused = inquiry.error.is_some() || (!is_chatty && inquiry.remark.is_some());
            let refused = is_refused.then(|| {
                bot.problem("it accepts the move that a player chose, or says that the game is over")
            });
            let expected = "gameover false and result none, or gameover true and p1win, p2win or draw";
            let wrong = (!is_refused && inquiry.standing().is_err()).then(|| bot.problem(expected));
            Ok((inquiry, time, refused, wrong))
        })?;
        match asked {
            Ok((_, _, Some(refused), _)) => Ok(Some(Err(refused))),
            Ok((_, _, None, Some(wrong))) => {
                played.problem.get_or_insert(wrong);
                Ok(None)
            }
            Ok((inquiry, time, None, None)) => {
                played.plies += 1;
                played.times.push(time);
                played.positions.push((position.to_owned(), inquiry.clone()));
                Ok(Some(Ok(inquiry)))
            }
            Err((_, problem)) => {
                played.problem.get_or_insert(problem);
                Ok(None)
            }
        }
    }

    /// The move of the player. `None` if it has none.
    fn choose(
        &mut self,
        mover: &mut Mover<'_>,
        position: &str,
        played: &mut GamesOfReferee,
    ) -> Result<Option<String>, ExamHalt> {
        let (answer, who) = match &mut mover.other {
            Some(bot) => {
                let asked = bot.ask_unruled(position, GO, MOVE_LIMIT, &mut Strays::default());
                let asked = match asked {
                    Err(Failed::Interrupted) => return Err(ExamHalt::Interrupted),
                    Err(Failed::Fault(_, problem)) => Err(problem),
                    Ok(answer) => Ok(answer),
                };
                (asked, "the player")
            }
            None => {
                let asked = self.with_bot(|bot, strays| bot.ask_unruled(position, GO, MOVE_LIMIT, strays))?;
                (asked.map_err(|(_, problem)| problem), "the referee")
            }
        };
        match answer.map(|answer| answer.word) {
            Ok(Some(word)) => return Ok(Some(word)),
            _ if played.games > 0 || position != START => {
                let received = vec![format!("{who} gives no move")];
                let sent = vec![format!("position {position}"), GO.to_owned()];
                let expected = "a move, or a finished game: the referee says that it goes on".to_owned();
                played.problem.get_or_insert(Problem { sent, received, expected });
            }
            _ => {
                played.without_moves = Some(format!(
                    "{who} does not answer go, and somebody has to move: name a player, as in arena bot ./mybot --game \
                     'ugi:…'"
                ));
            }
        }
        Ok(None)
    }
}

/// Starts a player; a problem if it does not get ready.
fn meet<'p>(player: &'p BotSettings, game: &str) -> Result<Result<Mover<'p>, Problem>, ExamHalt> {
    let mut bot = Conversation::start(player, game).map_err(ExamHalt::Start)?;
    let mut introduction = Introduction::default();
    let strays = &mut Strays::default();
    let met = bot.introduce(&mut introduction, strays).and_then(|()| bot.get_ready(strays));
    match met {
        Ok(_) => Ok(Ok(Mover { other: Some(bot), seeds: introduction.seeds })),
        Err(Failed::Interrupted) => Err(ExamHalt::Interrupted),
        Err(Failed::Fault(_, problem)) => Ok(Err(problem)),
    }
}
