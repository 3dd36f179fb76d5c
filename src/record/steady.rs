//! A file that refuses all writes after one has failed.
//!
//! A buffered writer that failed to write tries again when it is dropped. If the disk has space by then, half a line
//! would be followed by the whole line.

use std::fs::File;
use std::io::{self, Write};

/// A file that refuses all writes after one has failed.
#[derive(Debug)]
pub(super) struct Steady {
    file: File,
    broken: bool,
}

impl From<File> for Steady {
    fn from(file: File) -> Steady {
        Steady { file, broken: false }
    }
}

impl Write for Steady {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.broken {
            return Err(io::Error::other("an earlier write failed"));
        }
        let written = self.file.write(bytes);
        self.broken = written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_after_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        File::create(&path).unwrap();
        // Opened for reading only: every write fails.
        let mut steady = Steady::from(File::open(&path).unwrap());
        assert_ne!(steady.write(b"x").unwrap_err().kind(), io::ErrorKind::Other);
        assert_eq!(steady.write(b"x").unwrap_err().kind(), io::ErrorKind::Other);
    }
}
