//! Ctrl-C, turned into a flag that long work looks at.
//!
//! The first Ctrl-C sets the flag, so that whoever works can stop in good order. While the program waits for somebody
//! to type, nobody looks at the flag, so then it ends at once; a second Ctrl-C always does.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The flag. It is set once Ctrl-C was pressed.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether Ctrl-C was pressed.
pub fn is_set() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Listens for Ctrl-C from now on. Where that cannot be done, Ctrl-C ends the program as it always does.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        if again || WAITING.load(Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted.code());
        }
    });
}

/// Waits for somebody to type; Ctrl-C then ends the program at once.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let result = wait();
    WAITING.store(false, Ordering::Relaxed);
    result
}
