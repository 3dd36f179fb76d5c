# Completes the commands of arena (COMMANDS) and what they take, as arena itself lists it.
function __arena_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    $program __complete -- $words (commandline -ct) 2>/dev/null
end
complete -c arena -f -a '(__arena_complete)'
