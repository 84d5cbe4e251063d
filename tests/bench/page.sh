#!/bin/bash
# Size of report.html against its record's archive, and time of its audit in a browser against that
# of code/verify.c.
#
# page.sh [ROUNDS]: the sizes of the shipped records. Then in each round (5), of
# records/h200-paper: verify.c audits the folder, as a process, and each browser loads the page,
# which audits its record: its files, which are unpacked while the auditor is compiled. Then it
# audits a chosen archive, with the unpacking. Prints the least times, and their ratio to
# verify.c's. Asked: at most 3 for both.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${BUILD:-$root/build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/today"
for name in h200-paper h200-second h200-stress h200-bursts; do
    shipped=$root/records/measured.tar.xz
    archive=$work/today/$name.tar.gz
    # In today's format.
    python3 "$root/tests/support/restate_record.py" "$shipped" "$work/today/$name" \
        --seal "$build/tests/tools/seal_lines" >"$work/log" 2>&1 || continue
    "$build/witnessmark" pack "$work/today/$name" -o "$archive" >"$work/log"
    "$build/witnessmark" publish "$archive" -o "$work/$name" >"$work/log" || continue
    sizes="$(stat -c %s "$work/$name/report.html") $(stat -c %s "$archive")"
    echo "$sizes" | awk -v name="$name" '{printf "%s: page %.2f MB, archive %.2f MB, ratio %.2f\n",
        name, $1 / 1e6, $2 / 1e6, $1 / $2}'
done
command -v node >/dev/null || {
    echo "skipped: node is not installed"
    exit 0
}
cat >"$work/bench.mjs" <<'JS'
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

const [root, build, work, kind, rounds] = process.argv.slice(2);
const { open } = await import(`${root}/tests/support/browser.mjs`);
const browser = await open(kind, `${work}/profile-${kind}`);
const times = { verify: [], first: [], chosen: [] };
const last = "performance.getEntriesByName('audit').at(-1)?.duration";
try {
    for (let round = 0; round < Number(rounds); round++) {
        const begin = performance.now();
        if (spawnSync(`${build}/code/verify`, [`${work}/today/h200-paper`]).status !== 0)
            throw new Error("verify.c: the record is not valid");
        times.verify.push(performance.now() - begin);
        await browser.load(pathToFileURL(`${work}/h200-paper/report.html`).href);
        await browser.until("document.querySelector('#audited code.outcome')?.textContent");
        times.first.push(await browser.evaluate(last));
        await browser.until("document.querySelector('#audited code.outcome') !== null");
        await browser.choose("#choose", [`${work}/today/h200-paper.tar.gz`]);
        const found = await browser.until(
            "document.querySelector('#audited-other code.outcome')?.textContent");
        if (!found.startsWith("valid "))
            throw new Error(found);
        times.chosen.push(await browser.evaluate(last));
    }
} finally {
    await browser.close();
}
const least = (what) => Math.min(...times[what]);
const say = (what) => `${least(what).toFixed(0)} ms`;
console.log(`${kind}: verify.c ${say("verify")}, page ${say("first")}, chosen archive ` +
    `${say("chosen")}; ratio ${(least("first") / least("verify")).toFixed(2)}, ` +
    `${(least("chosen") / least("verify")).toFixed(2)}`);
JS
for browser in chromium firefox-esr; do
    if command -v $browser >/dev/null; then
        node "$work/bench.mjs" "$root" "$build" "$work" $browser "${1:-5}"
    else
        echo "skipped: $browser is not installed"
    fi
done
