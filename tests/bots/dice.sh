#!/bin/sh
# A match: dice.sh SEED P1 P2. Each player throws three dice, whose even numbers count more the stronger it is; the higher sum wins.
#
# A player is a command that is not started: `true STRENGTH [FAULT]`. Faults of players show with one seed in three, those of the
# match with another one in three; neither with the first seed of a run with the seed 1. A `gated` player counts its games in the
# file $GATE, if there is one, and waits at the sixtieth or so until the file is gone.
seed=$1 errors=0,0 number=$1 player=0 sums=
set -f
echo "seed $seed" >&2
for command in "$2" "$3"; do
    set -- $command
    strength=$2 fault=$3 sum=0
    for _ in 1 2 3; do
        number=$(((number * 1103515245 + 12345) % 2147483648))
        throw=$((number / 65536 % 6 + 1))
        sum=$((sum + throw + (throw % 2 ? 0 : strength)))
    done
    case $((seed % 3)),$fault in
    0,crash) echo "out of dice" >&2; exit 3 ;;
    0,hang) sleep 1000 & sleep 1000 ;;
    0,garbage) echo "no result"; exit ;;
    0,silent) exit ;;
    1,error) [ $player = 0 ] && errors=1,0 || errors=0,1 ;;
    1,errors) errors=1,1 ;;
    ?,gated)
        sleep 0.01
        [ -z "$GATE" ] || echo >>"$GATE"
        while [ -e "$GATE" ] && [ "$(wc -l <"$GATE")" -gt 120 ]; do sleep 0.1; done
        ;;
    ?,moody) sum=$$ ;;
    esac
    sums="$sums $sum" player=1
done
set -- $sums
[ $((seed % 2)) = 0 ] && map=small || map=big
echo "throwing dice"
printf '{"ranks":[%d,%d],"scores":[%d,%d],"errors":[%s],' $(($1 < $2)) $(($2 < $1)) "$1" "$2" $errors
printf '"attributes":[{"name":"total","value":%d},{"name":"sum","player":0,"value":%d},' $(($1 + $2)) "$1"
printf '{"name":"map","value":"%s, dice"},{"name":"lead","player":1,"turn":3,"value":%d}]}\n' $map $(($2 - $1))
