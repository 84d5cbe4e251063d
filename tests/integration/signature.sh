#!/bin/bash
# tools/signature: known distances and error rates of made-up profiles, and refusals of malformed
# ones.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
signature=$ROOT/tools/signature

cat >make.py <<'END'
"""usage: make.py PATH PART DATE SHIFT SLOT RATE [UNITS]: a profile of a part with unit SLOT slow.

SHIFT is added to all latencies. The second table has 0.03 more on unit 0."""
import json
import sys

path, part, date, shift, slot, rate = sys.argv[1:7]
units = int(sys.argv[7]) if len(sys.argv) > 7 else 4


def values(table):
    return [280 + float(shift) + (8 if i == int(slot) else 0) + (0.03 if table and i == 0 else 0)
            for i in range(units)]


profile = {"format": "profile 0", "backend": "cuda", "device": "a device", "part": part,
           "date": f"2026-01-0{date}T00:00:00Z", "unit": "cycles", "seconds": 6, "methods": [],
           "environment": {}, "absent": {"power_tf32": "no counter"},
           "latencies": [{"allocation": t, "pass": p, "values": values(t)}
                         for t in (0, 1) for p in (0, 1)],
           "analog": {"rate_tf32": float(rate), "power_tf32": None, "temperature_tf32": 60}}
with open(path, "w", encoding="utf-8") as file:
    json.dump(profile, file)
END

# has PATTERN...: a line of the output matches, with any number of blanks where the pattern has one.
has() {
    expect_words "$WORK/out" "^${*// / +}( |\$)"
}

# Four parts, measured on two days. GPU-3 and GPU-4 have the same layout; their rates differ.
mkdir -p good/deeper
for part in 1 2 3 4; do
    slot=$((part == 4 ? 3 : part))
    python3 make.py good/$part.json GPU-$part 1 0 $((slot - 1)) 10$part
    python3 make.py good/deeper/$part.json GPU-$part 2 1.5 $((slot - 1)) 10$part.01
done
expect 0 "$signature" good
has 'cuda, a device: 8 profiles of 4 parts, latencies of 4 units in cycles'
# 0.03 on one of four values: 0.03 sqrt(1/4 - 1/16) = 0.01299. A shift of all values is no distance.
has 'latencies other pass 8 0 0 0'
has 'latencies other allocation 8 0\.01299 0\.01299 0\.01299'
has 'latencies other date 4 0\.01299 0\.01299 0\.01299'
# 8 on another unit: sqrt(2 * 64 / 4) = 5.657, less 0.03 of one table in one direction.
has 'latencies other part 24 0 [0-9.]+ 5\.657'
# Pairs of GPU-3 and GPU-4 look alike: 4 of 24.
has 'latencies 0\.[0-9]+ 4/24 = 16\.7 % \(4\.7 to 37\.4\) 0/20 = 0\.0 % \(0\.0 to 16\.8\)'
# All rates differ by 1 % between parts and by 0.01 % within.
has 'rate_tf32 0\.00[0-9]+ 0/24 = 0\.0 % \(0\.0 to 14\.2\) 0/4 = 0\.0 % \(0\.0 to 60\.2\)'
has 'combination [0-9.]+ 0/24 = 0\.0 % \(0\.0 to 14\.2\) 0/4'
has 'power_tf32 - no two profiles have it'
has 'temperature_tf32 other part 24 0 0 0'

# The decision of the format has no threshold of its own: 16 times the distance is at most the
# spread (8 of one unit of four: 8 sqrt(1/4 - 1/16) = 3.46). GPU-3 and GPU-4 recall each other.
has 'GPU-1 2026-01-01T00:00:00Z 282 3\.4[0-9]+ 0\.01299 [0-9a-f]{16}'
has 'recalled 4/24 = 16\.7 % \(4\.7 to 37\.4\) 0/4 = 0\.0 % \(0\.0 to 60\.2\)'
has 'key 4/24 = 16\.7 % \(4\.7 to 37\.4\) 0/4 = 0\.0 % \(0\.0 to 60\.2\)'
expect 0 "$signature" --markdown good
expect_words out '^\| recalled \| 4/24 = '

# One measurement of each part: no analog threshold, but latencies have passes and tables.
mkdir once
cp good/1.json good/2.json once/
expect 0 "$signature" once
has 'rate_tf32 - no part was measured twice'
has 'latencies 0\.[0-9]+ 0/1 = 0\.0 % \(0\.0 to 97\.5\) 0/4 = 0\.0 % \(0\.0 to 60\.2\)'

# Another number of units is another part.
mkdir units
cp good/1.json units/
python3 make.py units/5.json GPU-5 1 0 0 101 5
expect 0 "$signature" units
has 'cuda, a device: 2 profiles of 2 parts, latencies of 4 and 5 units in cycles'
has 'latencies other part 1 inf inf inf'

# One unit alone says nothing.
mkdir single
python3 make.py single/1.json GPU-1 1 0 0 101 1
expect 0 "$signature" single
has 'Latencies are not discriminating: .*'

# A part whose passes differ by as much as its units has no key, and its pairs are not tried.
mkdir noisy
for part in 1 2; do
    python3 make.py noisy/$part.json GPU-$part 1 0 0 101
    python3 - noisy/$part.json <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    p = json.load(file)
p["latencies"][1]["values"][3] += 4
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(p, file)
END
done
expect 0 "$signature" noisy
has 'GPU-1 2026-01-01T00:00:00Z [0-9. ]+ not discriminating'
has 'recalled not tried not tried'

# malformed WORDS CHANGE: the profile, changed by a Python statement on `p`, is refused.
malformed() {
    rm -rf bad
    mkdir bad
    python3 -c '
import json, sys
with open("good/1.json", encoding="utf-8") as file:
    p = json.load(file)
exec(sys.argv[1])
with open("bad/a.json", "w", encoding="utf-8") as file:
    json.dump(p, file)' "$2"
    expect 2 "$signature" bad
    expect_equal "words on '$2'" "$(cat err)" "signature: bad/a.json: $1"
}
malformed "format is 'profile 9', not 'profile 0'" 'p["format"] = "profile 9"'
malformed "field part is absent or of another type" 'del p["part"]'
malformed "field seconds is absent or of another type" 'p["seconds"] = True'
malformed "unknown field 'more'" 'p["more"] = 1'
malformed "part is empty" 'p["part"] = ""'
malformed "unit 'ns' does not belong to backend 'cuda'" 'p["unit"] = "ns"'
malformed "date 'today' is not like 2026-01-31T23:59:59Z" 'p["date"] = "today"'
malformed "latencies: not two allocations with two passes each" 'del p["latencies"][3]'
malformed "latencies: allocation and pass (0, 0) is unknown or there twice" \
    'p["latencies"][3] = p["latencies"][0]'
malformed "latencies (0, 1): a value is not a positive number" \
    'p["latencies"][1]["values"][2] = -1'
malformed "latencies (0, 1): a value is not a positive number" \
    'p["latencies"][1]["values"][2] = float("nan")'
malformed "latencies (0, 1): no values" 'p["latencies"][1]["values"] = []'
malformed "latencies: the numbers of values differ" 'p["latencies"][1]["values"].pop()'
malformed "analog rate_tf32: neither a positive number nor null" 'p["analog"]["rate_tf32"] = "x"'
malformed "analog power_tf32: not either a value or a reason in absent" \
    'p["absent"] = {}'
malformed "absent rate: no text, or no such number in analog" 'p["absent"]["rate"] = "none"'
malformed "not an object" 'p = [p]'

rm -rf bad
mkdir bad
printf '{"format": "profile 0", "format": "profile 0"}' >bad/a.json
expect 2 "$signature" bad
expect_words err "^signature: bad/a.json: two fields 'format'$"
printf '{' >bad/a.json
expect 2 "$signature" bad
expect_words err '^signature: bad/a.json: not JSON: '
cp good/1.json bad/a.json
cp good/1.json bad/b.json
expect 2 "$signature" bad
expect_words err '^signature: bad/b.json: part and date are those of bad/a.json$'
expect 2 "$signature" nowhere
expect_words err '^signature: nowhere: no profile \(\*\.json\) and no record below it$'
expect 2 "$signature"
expect_words err '^usage: tools/signature \[--markdown\] PATH\.\.\.$'

# What the benchmark prints is a valid profile.
bench=$BUILD/tests/bench/bench_profile
if [ ! -x "$bench" ]; then
    skip "bench_profile is not built"
elif [ "$(nproc)" -lt 2 ]; then
    skip "one processor has no pairs"
else
    mkdir real
    expect 0 "$bench" cpu 0.2
    cp out real/cpu.json
    expect 0 "$signature" real
    expect_words out '^cpu, .*: 1 profiles of 1 parts, latencies of [0-9]+ units in ns$'
fi
finish
