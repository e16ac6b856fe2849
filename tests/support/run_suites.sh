#!/usr/bin/env bash
# Runs test suites, as many at a time as there are processors (A2A_SUITE_LANES), and adds them up.
#   run_suites.sh LOG_DIR SUITE...
# A SUITE is one of
#   binary:FILE          one GoogleTest binary
#   gtest:DIR            every GoogleTest binary DIR/*_test, a suite each
#   node:NAME:DIR[:NODE] all DIR/*.test.js with node:test, as one suite (NODE runs them, else $NODE)
#   command:NAME:TEXT    a shell command that counts as one test
# Prints one line per suite, the output of failed ones, and last `N passed, N failed` (also left in LOG_DIR/closed).
# A suite that crashes, runs out of time or holds no test counts as one failure more. Exit code 1 when anything failed.
set -uo pipefail

logs=$1
shift
mkdir -p "$logs"
node=${NODE:-node}
limit=${A2A_SUITE_SECONDS:-900}
lanes=${A2A_SUITE_LANES:-$(nproc)}

# report NAME PASSED FAILED SKIPPED EXIT_CODE LOG
report() {
  local name=$1 passed=${2:-0} failed=${3:-0} skipped=${4:-0} code=$5 log=$6 note=
  if [ "$code" -ne 0 ] && [ "$failed" -eq 0 ]; then
    failed=1
    note=" (ended with exit code $code)"
  elif [ $((passed + failed)) -eq 0 ]; then
    failed=1
    note=" (no test ran)"
  fi
  [ "$skipped" -eq 0 ] || note="$note, $skipped skipped"
  printf '%-28s %5d passed, %d failed  %4d s%s\n' "$name" "$passed" "$failed" "$SECONDS" "$note"
  if [ "$failed" -ne 0 ]; then
    echo "---- $log"
    tail -n 120 "$log"
    echo "----"
  fi
  echo "$passed $failed" >"$logs/$name.sum"
}

run_gtest() {
  local binary=$1 name log json
  name=$(basename "$binary")
  log=$logs/$name.log
  json=$logs/$name.json
  rm -f "$json"
  timeout "$limit" "$binary" --gtest_brief=1 "--gtest_output=json:$json" >"$log" 2>&1 </dev/null
  local code=$? tests=0 failures=0 skipped=0
  if [ -s "$json" ]; then
    tests=$(sed -n 's/^  "tests": \([0-9]*\).*/\1/p' "$json" | head -n 1)
    failures=$(sed -n 's/^  "failures": \([0-9]*\).*/\1/p' "$json" | head -n 1)
    skipped=$(grep -c '"result": "SKIPPED"' "$json")
  fi
  report "$name" $((tests - failures - skipped)) "$failures" "$skipped" "$code" "$log"
}

run_node() {
  local name=$1 dir=${2%%:*} log=$logs/$1.log tap=$logs/$1.tap runner=$node
  [ "$dir" = "$2" ] || runner=${2#*:}
  local files=("$dir"/*.test.js)
  rm -f "$tap"
  if [ ! -e "${files[0]}" ]; then
    echo "There is no $dir/*.test.js." >"$log"
    report "$name" 0 0 0 1 "$log"
    return
  fi
  timeout "$limit" "$runner" --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$tap" "${files[@]}" >"$log" 2>&1 </dev/null
  local code=$?
  closing() { sed -n "s/^# $1 \([0-9]*\)\$/\1/p" "$tap" 2>/dev/null | tail -n 1; }
  local passed failed cancelled skipped
  passed=$(closing pass)
  failed=$(closing fail)
  cancelled=$(closing cancelled)
  skipped=$(($(closing skipped) + $(closing todo)))
  report "$name" "${passed:-0}" $((${failed:-0} + ${cancelled:-0})) "${skipped:-0}" "$code" "$log"
}

run_command() {
  local name=$1 text=$2 log=$logs/$1.log
  timeout "$limit" bash -c "$text" >"$log" 2>&1 </dev/null
  local code=$?
  if [ "$code" -eq 0 ]; then report "$name" 1 0 0 0 "$log"; else report "$name" 0 1 0 "$code" "$log"; fi
}

# run_suite KIND REST: one suite, in a process of its own; what it says is shown when it is over.
run_suite() {
  SECONDS=0
  case $1 in
    gtest) run_gtest "$2" ;;
    node) run_node "${2%%:*}" "${2#*:}" ;;
    command) run_command "${2%%:*}" "${2#*:}" ;;
  esac
}

suites=()
for suite in "$@"; do
  rest=${suite#*:}
  case $suite in
    gtest:*)
      found=0
      for binary in "$rest"/*_test; do
        [ -x "$binary" ] || continue
        found=1
        suites+=("gtest:$binary")
      done
      # So that it is counted as a failure, and not passed over.
      [ $found -eq 1 ] || suites+=("command:gtest:echo There is no $rest/*_test.; false")
      ;;
    binary:*) suites+=("gtest:$rest") ;;
    node:* | command:*) suites+=("$suite") ;;
    *)
      echo "unknown suite: $suite" >&2
      exit 2
      ;;
  esac
done

rm -f "$logs"/*.sum
running=0
for suite in "${suites[@]}"; do
  if [ "$running" -ge "$lanes" ]; then
    wait -n
    running=$((running - 1))
  fi
  # In one piece, so that the words of two suites do not run together.
  { words=$(run_suite "${suite%%:*}" "${suite#*:}") && :; printf '%s\n' "$words"; } &
  running=$((running + 1))
done
wait

sums=("$logs"/*.sum)
if [ ${#sums[@]} -ne ${#suites[@]} ]; then
  echo "${#suites[@]} suites were started and ${#sums[@]} were counted" >&2
  echo "0 1" >"$logs/runner.sum"
fi
closed=$(awk '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed", passed, failed }' "$logs"/*.sum)
echo "$closed" | tee "$logs/closed"
[ "${closed##*, }" = "0 failed" ]
