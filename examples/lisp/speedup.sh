#!/usr/bin/env bash
# How much faster two threads are under STM than under the GIL.
#
# Builds the release library and the interpreter, then runs each program in turn (interleaved, so that
# other work on the machine hits all alike) under the GIL, under STM with two segments, and twice at
# once under the GIL, as two processes. Prints medians:
#   gil/stm    speed-up: elapsed times
#   two        what two processes get done in the time of one: as much as this machine had to give
#   cpu        processor time under STM over that under the GIL: what barriers and aborts cost
#
#     examples/lisp/speedup.sh [rounds]
set -eu
cd "$(dirname "$0")"
rounds=${1:-5}
target=${CARGO_TARGET_DIR:-../../target}
cargo build --quiet --release -p motet-tm-capi
lisp=$(mktemp)
times=$(mktemp -d)
trap 'rm -rf "$lisp" "$times"' EXIT
${CC:-cc} -std=gnu11 -O2 -DNDEBUG -I ../../crates/motet-tm-capi/include -o "$lisp" ./*.c \
    "$target/release/libmotet_tm_c.a" -lpthread -ldl -lm -lgcc_s

TIMEFORMAT='%R %U %S'
# Runs a command; appends its elapsed and its processor time to a file.
measure() {
    local file=$times/$1
    shift
    { time "$@" >/dev/null; } 2>>"$file"
}
twice() {
    "$@" &
    "$@"
    wait
}
# The median of an expression over the lines of a file.
median() {
    awk "{ print $2 }" "$times/$1" | sort -n | sed -n "$(((rounds + 1) / 2))p"
}

echo "medians of $rounds rounds"
printf '%-10s %9s %9s %9s %9s %9s\n' program 'gil s' 'stm s' gil/stm two cpu
while read -r program size; do
    rm -f "$times"/*
    for ((round = 0; round < rounds; round++)); do
        run=("$lisp" --set size "$size" "programs/$program.lisp")
        measure gil "${run[@]}" --gil
        measure stm "${run[@]}" --segments 2
        measure two twice "${run[@]}" --gil
    done
    awk -v name="$program" -v gil="$(median gil '$1')" -v stm="$(median stm '$1')" \
        -v two="$(median two '$1')" -v gil_cpu="$(median gil '$2+$3')" \
        -v stm_cpu="$(median stm '$2+$3')" 'BEGIN {
            printf "%-10s %9.2f %9.2f %9.2f %9.2f %9.2f\n", name, gil, stm, gil / stm,
                2 * gil / two, stm_cpu / gil_cpu }'
done <<'PROGRAMS'
fib 31
queens 10
bank 30000
halves 300000
counter 200000
PROGRAMS
