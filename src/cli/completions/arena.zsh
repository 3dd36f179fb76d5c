#compdef arena
# Completes the commands of arena (COMMANDS) and what they take, as arena itself lists it.
_arena() {
    local line value
    local -a closed closed_shown open open_shown
    for line in "${(@f)$("${(Q)words[1]}" __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        value=${line%%$'\t'*}
        if [[ $value == *[=:/] ]]; then
            open+=("$value")
            open_shown+=("${line/$'\t'/  -- }")
        else
            closed+=("$value")
            closed_shown+=("${line/$'\t'/  -- }")
        fi
    done
    local status_of_all=1
    (( $#closed )) && compadd -l -d closed_shown -a closed && status_of_all=0
    (( $#open )) && compadd -S '' -l -d open_shown -a open && status_of_all=0
    return status_of_all
}
if [[ ${funcstack[1]} == _arena ]]; then
    _arena "$@"
else
    compdef _arena arena
fi
