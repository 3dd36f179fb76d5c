//! Files that are read whole: of bounded size, and without waiting for what may never come.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::interrupt;

/// The content of a file that the user named, at most this many bytes. It may be a pipe: then Ctrl-C ends the program at
/// once, as nothing may ever come.
pub(crate) fn read_named(path: &Path, most: u64) -> io::Result<String> {
    let read = || bounded(File::open(path)?, most);
    let bytes = if path.is_file() { read()? } else { interrupt::ending_at_once(read)? };
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.split(|&byte| byte == b'\n').count();
        io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8 text"))
    })
}

/// The content of one of arena's own files, at most this many bytes.
pub(crate) fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(open_regular(path)?, most)
}

/// Opens one of arena's own files, which must be a regular one: not a pipe to wait for, nor a device without an end.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else if !kind.is_file() {
        Err(io::Error::other("it is not a regular file"))
    } else {
        Ok(file)
    }
}

fn bounded(file: File, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::other(format!("it is larger than {} MiB", most >> 20));
    let expected = file.metadata()?.len();
    if expected > most {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0));
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_read_has_a_bound_and_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let problem = |path: &Path| read_regular(path, 3 << 20).unwrap_err().to_string();
        std::os::unix::fs::symlink("/dev/zero", place("zero")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            place("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        for name in ["zero", "pipe"] {
            assert_eq!(problem(&place(name)), "it is not a regular file", "{name}");
        }
        assert_eq!(problem(folder.path()), "is a directory");
        assert_eq!(read_named(&place("zero"), 1 << 20).unwrap_err().to_string(), "it is larger than 1 MiB");
        fs::write(place("text"), vec![b'x'; 3 << 20]).unwrap();
        assert_eq!(read_regular(&place("text"), 3 << 20).unwrap().len(), 3 << 20);
        fs::write(place("text"), vec![b'x'; (3 << 20) + 1]).unwrap();
        assert_eq!(problem(&place("text")), "it is larger than 3 MiB");
        fs::write(place("text"), b"one\ntw\xff").unwrap();
        assert_eq!(read_named(&place("text"), 100).unwrap_err().to_string(), "line 2 is not UTF-8 text");
    }
}
