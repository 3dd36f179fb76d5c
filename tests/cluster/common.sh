# shellcheck shell=bash disable=SC2034
# What both tests use: waiting with a limit, finding processes by their environment, and comparing runs.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
arena=${ARENA:-$root/target/debug/arena}
dir=$(mktemp -d)
started=$SECONDS
PATH=$PATH:/usr/sbin # slurmctld, munged, sshd

say() {
    printf '[%3d s] %s\n' $((SECONDS - started)) "$*"
}

fail() {
    say "FAILED: $*" >&2
    exit 1
}

need() { # COMMAND PACKAGE...
    command -v "$1" >/dev/null || fail "$1 is missing; on Debian and Ubuntu: apt-get install ${*:2}"
}

within() { # SECONDS COMMAND...: waits until the command succeeds
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || fail "not in time: $*"
        sleep 0.1
    done
}

is_used() { # PORT...: whether any of them is
    local port
    for port; do
        ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || return 0
    done
    return 1
}

# Sets `port` to the first of N free ports, below the range from which the kernel takes ports for others.
find_ports() { # N
    port=$((20000 + RANDOM % 10000))
    # shellcheck disable=SC2046 # a word for each port
    while is_used $(seq $port $((port + $1 - 1))); do
        port=$((20000 + RANDOM % 10000))
    done
}

processes_with() { # VARIABLE=VALUE...: the processes that have all of them in their environment
    local word files=(/proc/[0-9]*/environ)
    for word; do
        mapfile -t files < <(grep -lzxF -- "$word" "${files[@]}" 2>/dev/null)
        ((${#files[@]})) || return 0
    done
    printf '%s\n' "${files[@]}" | cut -d/ -f3
}

# Stops a process that plays a shard, so that the shard cannot be completed before the kill. Sets `victim` to the id of the
# process and `victim_shard` to the number of the shard.
catch_player() { # FOLDER-OF-THE-RUN VARIABLE=VALUE...
    local attempt pid
    for pid in $(processes_with "${@:2}"); do
        for attempt in "$1"/shards/.*-of-*."$pid"; do
            [ -d "$attempt" ] || continue
            kill -STOP "$pid" 2>/dev/null || continue
            if [ -d "$attempt" ]; then
                attempt=${attempt##*/.}
                victim=$pid victim_shard=${attempt%%-of-*}
                return 0
            fi
            kill -CONT "$pid" 2>/dev/null || true
        done
    done
    return 1
}

# Ends processes, those that stay for ten seconds with -9.
end() { # PROCESS...
    local tries
    kill "$@" 2>/dev/null || return 0
    for ((tries = 0; tries < 100; tries++)); do
        kill -0 "$@" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -9 "$@" 2>/dev/null
}

same_bytes() { # FOLDER FOLDER
    local file
    for file in games.csv summary.csv; do
        cmp "$1/$file" "$2/$file" || fail "$file is not that of a single process"
    done
}
