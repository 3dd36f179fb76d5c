#!/bin/sh
# Makes a git repository with the history of an engine: a good version, tagged v1.0, and 32 commits after it. One of them made
# the engine weaker, two do not build, and most change nothing that plays. docs/REGRESSIONS.md finds the one.
set -eu
mkdir -p "${1:?name a folder for the repository}"
cd "$1"

export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@example.org GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@example.org
export GIT_AUTHOR_DATE=2026-01-01T12:00:00Z GIT_COMMITTER_DATE=2026-01-01T12:00:00Z

commit() {
    git add --all
    git -c commit.gpgsign=false -c core.autocrlf=false -c core.hooksPath=/dev/null commit --quiet --message "$1"
}

# The engine is built from two sources: how it searches, and how it judges a position.
git -c init.defaultBranch=main init --quiet
cat >Makefile <<'END'
engine: search evaluation
	@if grep -n TODO $^; then echo "error: not finished"; exit 1; fi
	@printf '#!/bin/sh\n# %s\nexec arena engine %s,eval=%s\n' "$$(cat $^ | cksum)" \
	    "$$(tail -n 1 search)" "$$(tail -n 1 evaluation)" >$@
	@chmod +x $@
END
printf 'engine\nresults\n' >.gitignore
printf '# Three plies.\nsmart:3\n' >search
printf '# Extra turns are worth something.\npots+0.4*tempo\n' >evaluation
commit "The engine of the tournament"
git tag v1.0

number=0
while [ $number -lt 32 ]; do
    number=$((number + 1))
    case $number in
    4) printf '# The search. It looks three plies ahead.\nsmart:3\n' >search && subject="Describe the search" ;;
    7) printf '# TODO\nsmart:3\n' >search && subject="Begin to split the search" ;;
    8) printf '# The search, in one piece.\nsmart:3\n' >search && subject="The search stays in one piece" ;;
    12) printf '# Extra turns are worth half a bean.\npots+0.5*tempo\n' >evaluation && subject="Round the weight of extra turns" ;;
    16) printf '# Extra turns are half a bean.\npots+0.5*tempo\n' >evaluation && subject="Shorten a comment" ;;
    21) printf '# Beans in the pot.\npots\n' >evaluation && subject="Simplify the evaluation" ;;
    24) printf '# The evaluation: beans in the pot.\npots\n' >evaluation && subject="Describe the evaluation" ;;
    27) printf '# TODO\npots\n' >evaluation && subject="Begin to cache values" ;;
    28) printf '# Beans in the pot, not cached.\npots\n' >evaluation && subject="Values need no cache" ;;
    *) echo "Day $number." >>NOTES && subject="Notes of day $number" ;;
    esac
    commit "$subject"
done
