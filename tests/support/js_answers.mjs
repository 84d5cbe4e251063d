// Answers for each path on standard input as code/verify.c does, by the module of bindings/js.
//
//     node js_answers.mjs FOLDER_OF_THE_MODULE WASM
//
// A path is a folder or a file. An answer is a line "STATUS BYTES", and so many bytes: the output.
// At the end the most memory that was resident, in KiB, goes to standard error.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const STATUS = { valid: 0, invalid: 1 }; // every other verdict: 3
const MEANING = "integrity and arithmetic hold; times are the producer's word for good, " +
    "residuals and digests until re-verified";

/** Adds the plain files below a folder; links are followed, as verify.c does. */
function readFolder(folder, prefix, files) {
    for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const about = statSync(path, { throwIfNoEntry: false });
        if (about?.isDirectory())
            readFolder(path, `${prefix}${name}/`, files);
        else if (about?.isFile())
            files.set(prefix + name, readFileSync(path));
    }
    return files;
}

function inWords({ verdict, root, findings, refusal }) {
    if (verdict === "valid" && refusal === null)
        return [`valid ${root}`, MEANING, ...findings];
    const line = refusal.line === 0 ? "" : `:${refusal.line}`;
    return [`${verdict} ${refusal.file}${line}: [${refusal.rule}] ${refusal.text}`, ...findings];
}

async function answer(audit, path) {
    try {
        const isFolder = statSync(path).isDirectory();
        const found = await audit(isFolder ? readFolder(path, "", new Map()) : readFileSync(path));
        return [STATUS[found.verdict] ?? 3, `${inWords(found).join("\n")}\n`];
    } catch (error) {
        return [2, `verify: ${path}: ${error.message}\n`];
    }
}

const [folder, wasm] = process.argv.slice(2);
const { auditor } = await import(pathToFileURL(join(folder, "witnessmark.js")).href);
const audit = await auditor(readFileSync(wasm));
for await (const path of createInterface({ input: process.stdin })) {
    const [status, text] = await answer(audit, path);
    process.stdout.write(`${status} ${Buffer.byteLength(text)}\n${text}`);
}
console.error(process.resourceUsage().maxRSS);
