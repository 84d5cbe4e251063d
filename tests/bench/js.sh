#!/bin/bash
# Time of an audit by the JavaScript module in node, against that of code/verify.c.
#
# js.sh [ROUNDS]: in each round (9) both audit records/h200-paper, in turns: verify.c its
# folder, as a process; the module its files from memory, and its archive with the unpacking. Prints
# the least time of each, the first audit of the module, the ratio of the least times, and the
# median of the ratios of one round, which a busy machine disturbs less. Asked: at most 3.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build}
command -v node >/dev/null || {
    echo "skipped: node is not installed"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! make -C "$root" --no-print-directory wasm BUILD="$build" >"$work/log" 2>&1; then
    grep -q 'no toolchain of WebAssembly' "$work/log" || { cat "$work/log" && exit 1; }
    echo "skipped: no toolchain of WebAssembly"
    exit 0
fi
tar xf "$root/records/measured.tar.xz" -C "$work" h200-paper
"$build/witnessmark" pack "$work/h200-paper" -o "$work/h200-paper.tar.gz" >"$work/log"

cat >"$work/bench.mjs" <<'JS'
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const [build, archive, folder, rounds] = process.argv.slice(2);
const { auditor } = await import(`${build}/wasm/witnessmark.js`);
const files = Object.fromEntries(["", "code/", "prior/"].flatMap((inner) => {
    try {
        return readdirSync(`${folder}/${inner}`, { withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => [inner + name, readFileSync(`${folder}/${inner}${name}`)]);
    } catch {
        return []; // a record without priors
    }
}));
const bytes = readFileSync(archive);
const times = { verify: [], files: [], archive: [] };
async function time(what, action) {
    const begin = performance.now();
    const valid = await action();
    times[what].push(performance.now() - begin);
    if (!valid)
        throw new Error(`${what}: the record is not valid`);
}

const begin = performance.now();
const audit = await auditor(readFileSync(`${build}/wasm/witnessmark.wasm`));
const compiled = performance.now() - begin;
for (let round = 0; round < Number(rounds); round++) {
    await time("verify", () => spawnSync(`${build}/code/verify`, [folder]).status === 0);
    await time("files", async () => (await audit(files)).verdict === "valid");
    await time("archive", async () => (await audit(bytes)).verdict === "valid");
}
const least = (what) => Math.min(...times[what]);
const ratios = times.files.map((one, round) => one / times.verify[round]).sort((a, b) => a - b);
const ms = (value) => `${value.toFixed(0)} ms`;
console.log(`node ${process.version}, ${(files["evidence.jsonl"].length / 1e6).toFixed(1)} MB of ` +
    `evidence: verify.c ${ms(least("verify"))}, module ${ms(least("files"))}, from the archive ` +
    `${ms(least("archive"))}; compiling ${ms(compiled)}, first audit ${ms(times.files[0])}`);
console.log(`ratio ${(least("files") / least("verify")).toFixed(2)}, median ` +
    `${ratios[Math.floor(ratios.length / 2)].toFixed(2)}, first audit ` +
    `${((compiled + times.files[0]) / least("verify")).toFixed(2)}; asked: at most 3`);
JS
node "$work/bench.mjs" "$(cd "$build" && pwd)" "$work/h200-paper.tar.gz" \
    "$work/h200-paper" "${1:-9}"
