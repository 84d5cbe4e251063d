// What the script of a page says, without a browser.
//
//     node page_answers.mjs PAGE [NAME...]
//
// The first line is the outcome of the audit of the record that the page carries. Then come the
// lines of evidence of each claim NAME, as `show RECORD NAME` prints them, below a line with the
// name.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Evidence, chain, linked, outcome } from "../../bindings/page/evidence.js";
import { unpack } from "../../bindings/js/tar.js";
import { auditor } from "../../bindings/js/witnessmark.js";

const [page, ...names] = process.argv.slice(2);
const html = readFileSync(page, "utf8");
const carried = (id) => Buffer.from(
    new RegExp(`<script type="application/octet-stream" id="${id}">([^<]*)</script>`)
        .exec(html)[1], "base64");

const audit = await auditor(gunzipSync(carried("witnessmark\\.wasm\\.gz")));
console.log(outcome(await audit(carried("record\\.tar\\.gz")))[0]);

const files = await unpack(carried("record\\.tar\\.gz"));
const evidence = new Evidence("evidence.jsonl", files.get("evidence.jsonl"));
const priors = new Map();
await evidence.index();
for (let number = 1; files.has(`prior/${number}.jsonl`); number++) {
    priors.set(number, new Evidence(`prior/${number}.jsonl`, files.get(`prior/${number}.jsonl`)));
    await priors.get(number).index();
}
for (const name of names) {
    console.log(`# ${name}`);
    for (const { side, file, line, words } of [...chain(evidence, name),
        ...linked(evidence, name, priors)])
        console.log(line === undefined ? `${side}: ${file}`
            : `line ${line.number} ${line.id.slice(0, 12)} ${words}`);
}
