// How many numbers of a page are not those of its evidence, without a browser: `N of ALL`, then a
// line for each of the first.
//
//     node page_numbers.mjs PAGE

import { readFileSync } from "node:fs";
import { Evidence, isShown, parseFragment } from "../../bindings/page/evidence.js";
import { unpack } from "../../bindings/js/tar.js";

const html = readFileSync(process.argv[2], "utf8");
const record = /<script [^>]*id="record\.tar\.gz">([^<]*)</.exec(html)[1];
const files = await unpack(Buffer.from(record, "base64"));
const evidence = new Evidence("evidence.jsonl", files.get("evidence.jsonl"));
await evidence.index();
const plain = (text) => text.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const wrong = [];
let all = 0;
for (const [, href, text] of html.matchAll(/<a class="claim" href="([^"]*)">(.*?)<\/a>/g)) {
    const { name } = parseFragment(href);
    const claim = evidence.claims.get(name)?.node;
    all++;
    if (claim === undefined || !isShown(claim, plain(text), evidence.claims))
        wrong.push(`${name}: ${plain(text)}, the evidence ${claim?.text}`);
}
console.log(`${wrong.length} of ${all}`);
for (const words of wrong.slice(0, 5))
    console.log(words);
