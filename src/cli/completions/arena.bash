# Completes the commands of arena (COMMANDS) and what they take, as arena itself lists it.
_arena() {
    local line=${COMP_LINE:0:COMP_POINT} current value kept="" tab=$'\t'
    local -a words
    # Split at blanks only: bash itself also splits at the colons and equals signs of a spec.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current=${words[${#words[@]} - 1]}
    # What bash takes for words of their own must not be repeated.
    local breaks=${COMP_WORDBREAKS//[^:=]/}
    [[ -n $breaks ]] && kept=${current%"${current##*[$breaks]}"}
    COMPREPLY=()
    while IFS= read -r value; do
        value=${value%%"$tab"*}
        COMPREPLY+=("${value#"$kept"}")
    done < <("${1/#\~/$HOME}" __complete -- "${words[@]:1}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _arena arena
