// Audits records in browsers and in node by code/verify.c, which is compiled to WebAssembly.

import { isArchive, isCrooked, shown, unpack } from "./tar.js";

// The parts of an answer, in the order of the enum in wasm.c.
const FIELDS = ["verdict", "root", "finding", "file", "line", "rule", "text", "trouble"];
const FILE_BYTES = 2 ** 30;

/** Resolves to the function `audit`; see witnessmark.d.ts. */
export async function auditor(wasm = fetch(new URL("witnessmark.wasm", import.meta.url))) {
    const module = await compile(await wasm);
    return async (input) => judge(module, await filesOf(input));
}

async function compile(wasm) {
    if (wasm instanceof WebAssembly.Module)
        return wasm;
    if (typeof Response === "undefined" || !(wasm instanceof Response))
        return WebAssembly.compile(wasm);
    if (!wasm.ok)
        throw new Error(`${wasm.url}: HTTP status ${wasm.status}`);
    return WebAssembly.compile(await wasm.arrayBuffer());
}

/** The files of an input, and whether they are those of a folder. */
async function filesOf(input) {
    const bytes = bytesOf(input);
    if (bytes !== null && isArchive(bytes)) {
        const files = await unpack(bytes);
        return { isFolder: true, isSealed: files.isSealed === true, files };
    }
    if (bytes !== null)
        return { isFolder: false, files: checked([["evidence.jsonl", bytes]]) };
    if (input === null || typeof input !== "object")
        throw new TypeError("a record is bytes, or a Map or an object of path -> bytes");
    return { isFolder: true,
             files: checked(input instanceof Map ? input : Object.entries(input)) };
}

function bytesOf(value) {
    if (ArrayBuffer.isView(value))
        return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
}

/** The files of a caller as a Map of path -> bytes. */
function checked(entries) {
    const files = new Map();
    for (const [path, value] of entries) {
        const bytes = bytesOf(value);
        if (typeof path !== "string" || path.includes("\0") || isCrooked(path))
            throw new Error(`refused: the path '${shown(String(path))}' is absolute or has an ` +
                "empty, '.' or '..' part");
        if (bytes === null)
            throw new TypeError(`${shown(path)}: not bytes`);
        if (bytes.length > FILE_BYTES)
            throw new Error(`refused: '${shown(path)}' is too large: over 1 GiB`);
        files.set(path, bytes);
    }
    return files;
}

async function judge(module, { isFolder, isSealed = false, files }) {
    const parts = Object.fromEntries(FIELDS.map((field) => [field, []]));
    const put = (field, at, size) => parts[FIELDS[field]].push(
        new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at >>> 0, size)));
    const { exports } = await WebAssembly.instantiate(module, { witnessmark: { put } });
    exports._initialize();
    for (const [path, bytes] of files)
        give(exports, new TextEncoder().encode(path), bytes);
    try {
        exports.wm_audit(isFolder ? 1 : 0);
    } catch (error) {
        throw new Error(`the auditor stopped: ${parts.trouble[0] ?? error.message}`,
            { cause: error });
    }
    return { ...answerOf(parts), isSealed };
}

/** Copies a file into the auditor's memory. */
function give(exports, path, bytes) {
    const at = exports.wm_file(path.length, bytes.length) >>> 0;
    if (at === 0)
        throw new Error("out of memory");
    const memory = new Uint8Array(exports.memory.buffer);
    memory.set(path, at);
    memory.set(bytes, at + path.length + 1);
}

function answerOf(parts) {
    const [verdict] = parts.verdict;
    if (parts.trouble.length > 0 || verdict === undefined)
        throw new Error(parts.trouble[0] ?? "the auditor gave no answer");
    const [file, line, rule, text] = [parts.file, parts.line, parts.rule, parts.text].flat();
    const refusal = verdict === "valid" ? null : { file, line: Number(line), rule, text };
    return { verdict, root: parts.root[0] ?? null, findings: parts.finding, refusal };
}
