// The script of report.html: audits the record that the page carries, opens the evidence of a
// number, and audits records that are dropped on the page. Texts of records are set as text only.

import { auditor } from "../js/witnessmark.js";
import { isArchive, unpack } from "../js/tar.js";
import { Evidence, chain, contentOf, differences, hex, isShown, linked, outcome, parseFragment }
    from "./evidence.js";

const RECORD = "record.tar.gz", AUDITOR = "witnessmark.wasm.gz", DIGEST = "main.sha256",
    OBJECTIONS = "objections.txt";
const SHOWN = 20;

// ---- elements ----

/** An element with attributes and children; a string is a text. */
function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
}

function button(words, act) {
    const element = make("button", { type: "button" }, words);
    element.addEventListener("click", act);
    return element;
}

/** The bytes of a file that the page carries; null: it carries none. */
function carried(id) {
    const text = document.getElementById(id)?.textContent;
    if (text === undefined)
        return null;
    if (Uint8Array.fromBase64 !== undefined)
        return Uint8Array.fromBase64(text);
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let at = 0; at < characters.length; at++)
        bytes[at] = characters.charCodeAt(at);
    return bytes;
}

async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

let audit = null;

/** The function that audits; rejects where the page has no auditor. */
function theAudit() {
    audit ??= (async () => {
        const packed = carried(AUDITOR);
        if (packed === null)
            throw new Error("this page was made without the auditor");
        return auditor(await inflate(packed));
    })();
    return audit;
}

/** Audits an input; tests/bench/page.sh reads how long it took. */
async function timed(input) {
    const start = performance.now();
    const answer = await (await theAudit())(input);
    performance.measure("audit", { start });
    return answer;
}

// ---- the record of the page ----

let own = null, unpacked = null;

/** The files of the record. */
function theFiles() {
    unpacked ??= unpack(carried(RECORD));
    return unpacked;
}

/** The record's files, its evidence with ids, and its priors. */
function theRecord() {
    own ??= (async () => {
        const files = await theFiles();
        const evidence = new Evidence("evidence.jsonl", files.get("evidence.jsonl"));
        const priors = new Map();
        await evidence.index();
        return { files, evidence, priors };
    })();
    return own;
}

async function priorOf(record, number) {
    const file = `prior/${number}.jsonl`;
    if (!record.priors.has(number) && record.files.has(file)) {
        const prior = new Evidence(file, record.files.get(file));
        await prior.index();
        record.priors.set(number, prior);
    }
}

/** The numbers of the page that are not those of the evidence, and how many were compared. */
function compareNumbers(evidence) {
    const wrong = [];
    const links = document.querySelectorAll("a.claim");
    for (const link of links) {
        const { name } = parseFragment(link.getAttribute("href"));
        const claim = evidence.claims.get(name)?.node;
        if (claim === undefined || !isShown(claim, link.textContent, evidence.claims))
            wrong.push(`${name}: the page has ${link.textContent}, ` +
                `the evidence ${claim?.text ?? "no such claim"}`);
    }
    return { all: links.length, wrong };
}

/** Whether the page shows what was written into it; `content` is from before the script's changes.
 */
async function isUnaltered(content) {
    const digest = carried(DIGEST);
    const found = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
    return digest !== null && new TextDecoder().decode(digest) === hex(new Uint8Array(found));
}

function list(words) {
    const shown = words.slice(0, SHOWN).map((text) => make("li", {}, text));
    if (words.length > SHOWN)
        shown.push(make("li", {}, `and ${words.length - SHOWN} more`));
    return make("ul", {}, ...shown);
}

/** Says the outcome in a box: the first line, then what else is to be said. */
function say(box, lines, remarks) {
    const [first, ...others] = lines;
    const isValid = first.startsWith("valid ");
    box.replaceChildren(make("p", {},
        make("strong", { class: isValid ? "good" : "bad" }, isValid ? "\u2713 " : "\u2717 "),
        make("code", { class: "outcome" }, first)));
    box.append(...remarks);
    if (others.length > 1) {
        const more = make("details", {}, make("summary", {}, "All that the auditor says"));
        more.append(make("pre", { class: "evidence" }, lines.join("\n")));
        box.append(more);
    }
}

function trouble(box, error) {
    box.replaceChildren(make("p", {}, make("strong", { class: "odd" }, "could not check: "),
        error.message));
}

function statedRoot() {
    return document.querySelector("h1 ~ ul code, h1 ~ p code")?.textContent ?? "";
}

async function auditOwn(box, content) {
    try {
        const [files] = await Promise.all([theFiles(), theAudit()]);
        const answer = await timed(files);
        const { evidence } = await theRecord();
        const { all, wrong } = compareNumbers(evidence);
        const remarks = [];
        if (answer.root !== null && answer.root !== statedRoot())
            remarks.push(make("p", { class: "bad" }, `The page states another root: ` +
                `${statedRoot()}.`));
        if (wrong.length > 0)
            remarks.push(make("p", { class: "bad" }, `${wrong.length} of ${all} numbers on this ` +
                "page are not those of the evidence:"), list(wrong));
        else
            remarks.push(make("p", {}, `The ${all} numbers of this page that lead to a claim are ` +
                "those of the evidence."));
        if (await isUnaltered(content))
            remarks.push(make("p", {}, "Its other words, intervals and figures are as they were " +
                "written, by a SHA-256 in the page. That shows accidents, and no forger, who can " +
                "change both. They were not compared with the evidence."));
        else
            remarks.push(make("p", { class: "bad" }, "This page was altered after it was made: " +
                "it does not have the SHA-256 that it states. Words, intervals, figures and " +
                "numbers without a link were not compared with the evidence."));
        say(box, outcome(answer), remarks);
    } catch (error) {
        trouble(box, error);
    }
}

// ---- the evidence of a number ----

/** A line of the evidence, which opens to its bytes. */
function chainLine({ file, line, depth, words, side }) {
    if (line === undefined)
        return make("li", { class: `i${depth}` }, `${side}: ${file}`);
    const more = make("details", {}, make("summary", {},
        make("span", { class: "at" }, `line ${line.number} ${line.id.slice(0, 12)} `),
        make("bdi", {}, words)));
    more.addEventListener("toggle", () => {
        if (more.open && more.childElementCount === 1)
            more.append(make("p", { class: "at" }, `id ${line.id}: `,
                make("code", {}, `sed -n ${line.number}p ${file} | sha256sum`)),
            make("pre", { class: "evidence", tabindex: "0" }, line.text));
    });
    return make("li", depth > 0 ? { class: `i${depth}` } : {}, more);
}

/** The words that speak against a claim, which `show` prints first; empty: there are none. */
function objection(name) {
    const lines = new TextDecoder().decode(carried(OBJECTIONS) ?? new Uint8Array()).split("\n");
    return lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? "";
}

async function evidenceOf(fragment) {
    const record = await theRecord();
    const { name } = fragment;
    const claim = record.evidence.claims.get(name)?.node;
    const number = /^link\.([0-9]+)\./.exec(name)?.[1];
    if (claim === undefined)
        return [make("p", {}, `The evidence has no claim ${name}.`)];
    for (const prior of number === undefined ? [] : [1, Number(number)])
        await priorOf(record, prior);
    const rows = [...chain(record.evidence, name),
        ...linked(record.evidence, name, record.priors)];
    const warnings = differences(fragment, record.evidence, statedRoot());
    return [
        make("p", {}, make("strong", {}, `${objection(name)}${name} = ${claim.text}` +
            `${claim.value === null && claim.reason ? ` (${claim.reason})` : ""}`)),
        ...warnings.map((words) => make("p", { class: "bad", role: "alert" },
            `The link and this page differ: ${words}.`)),
        make("p", { class: "at" }, "The claim, what it was reduced from, and the observations. " +
            "A line opens to its bytes. Its SHA-256 is its id, and nodes name each other by ids."),
        make("ul", {}, ...rows.map(chainLine)),
    ];
}

function close() {
    document.querySelector("tr.chain")?.remove();
}

/** Opens the evidence below the row of a claim. */
async function open(row, fragment) {
    close();
    const panel = make("div", { role: "region", tabindex: "-1",
        "aria-label": `Evidence of ${fragment.name}` }, make("p", {}, "Reading the evidence."));
    const place = make("tr", { class: "chain" }, make("td", { colspan: row.cells.length }, panel));
    row.after(place);
    panel.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    try {
        panel.replaceChildren(...await evidenceOf(fragment), button("Close", () => {
            close();
            row.querySelector("a.claim")?.focus();
        }));
    } catch (error) {
        trouble(panel, error);
    }
}

/** The fragment with what a link states. Some browsers keep that out of `location.hash`, and of
 * these some say it in the timing of the navigation, for the address that was opened first. */
function stated() {
    const first = performance.getEntriesByType("navigation")[0]?.name ?? "";
    const [place, whole] = [location.hash, first.slice(first.indexOf("#"))];
    return parseFragment(whole.startsWith(`${place}:~:`) ? whole : place);
}

/** Follows the fragment: unfolds what it names, and opens the evidence if it is a claim. */
function follow() {
    const fragment = stated();
    const target = document.getElementById(fragment.name);
    for (let at = target; at !== null && at !== document.body; at = at.parentElement)
        if (at instanceof HTMLDetailsElement)
            at.open = true;
    if (target instanceof HTMLTableRowElement)
        void open(target, fragment);
    target?.scrollIntoView({ block: target instanceof HTMLTableRowElement ? "center" : "start" });
}

/** The place of the page again, where the fragment did not change. */
function followAgain(event) {
    const link = event.target instanceof Element ? event.target.closest("a.claim") : null;
    if (link !== null && link.hash === location.hash)
        follow();
}

// ---- records from elsewhere ----

/** The files below a handle. Chromium reads a folder by it, and not by entries, where the page
 * itself is a file of the disk; Firefox has entries alone. */
async function filesOf(handle, prefix, files) {
    if (handle.kind === "file")
        files.set(prefix + handle.name, await handle.getFile());
    else
        for await (const below of handle.values())
            await filesOf(below, `${prefix}${handle.name}/`, files);
    return files;
}

async function filesBelow(entry, prefix, files) {
    if (entry.isFile) {
        const file = await new Promise((take, refuse) => entry.file(take, refuse));
        files.set(prefix + entry.name, file);
    } else if (entry.isDirectory) {
        const reader = entry.createReader();
        const read = () => new Promise((take, refuse) => reader.readEntries(take, refuse));
        for (let some = await read(); some.length > 0; some = await read())
            for (const below of some)
                await filesBelow(below, `${prefix}${entry.name}/`, files);
    }
    return files;
}

/** The files of a drop, by their paths. A browser forgets them after the event. */
async function dropped(transfer) {
    const items = Array.from(transfer.items ?? []).filter((item) => item.kind === "file");
    const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
    const handles = items.map((item) => item.getAsFileSystemHandle?.().catch(() => null) ?? null);
    const files = new Map(Array.from(transfer.files, (file) => [file.name, file]));
    if (!entries.some((entry) => entry?.isDirectory))
        return files;
    const below = new Map();
    for (const [i, entry] of entries.entries()) {
        const handle = await handles[i];
        if (handle !== null)
            await filesOf(handle, "", below);
        else if (entry !== null)
            await filesBelow(entry, "", below);
    }
    return below;
}

/** What to audit: the bytes of one file, or the files of one folder. */
async function inputOf(files) {
    const paths = [...files.keys()];
    const bytes = async (path) => new Uint8Array(await files.get(path).arrayBuffer());
    if (paths.length === 1 && (isArchive(await bytes(paths[0])) || !paths[0].includes("/")))
        return { name: paths[0], input: await bytes(paths[0]) };
    const tops = new Set(paths.map((path) => path.split("/")[0]));
    const hasTop = tops.size === 1 && paths.every((path) => path.includes("/"));
    const name = hasTop ? [...tops][0] : "the files";
    const record = new Map();
    for (const path of paths)
        record.set(hasTop ? path.slice(name.length + 1) : path, await bytes(path));
    return { name, input: record };
}

async function auditOther(box, given) {
    box.replaceChildren(make("p", {}, "Auditing."));
    try {
        const { name, input } = await inputOf(await given);
        const answer = await timed(input);
        const remarks = [make("p", {}, `That is the audit of ${name}, on this machine. ` +
            (answer.root === null ? "" : answer.root === statedRoot()
                ? "It has the root of this page." : "It has another root than this page."))];
        if (answer.isSealed)
            remarks.push(make("p", {}, "This is a sealed document. Only the record in it was " +
                "audited, not the document and its other files: `witnessmark audit` does that."));
        say(box, outcome(answer), remarks);
    } catch (error) {
        trouble(box, error);
    }
}

function chooser(words, id, attributes, box) {
    const input = make("input", { type: "file", id, ...attributes });
    input.addEventListener("change", () => {
        const files = new Map(Array.from(input.files,
            (file) => [file.webkitRelativePath || file.name, file]));
        if (files.size > 0)
            void auditOther(box, files);
        input.value = "";
    });
    return make("p", {}, make("label", { for: id }, words, " "), input);
}

function acceptDrops(area, box) {
    document.addEventListener("dragover", (event) => {
        event.preventDefault();
        area.classList.add("over");
    });
    for (const name of ["dragleave", "dragend", "drop"])
        document.addEventListener(name, () => area.classList.remove("over"));
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0)
            void auditOther(box, dropped(event.dataTransfer)).then(() => area.scrollIntoView(
                { block: "nearest" }));
    });
}

// ---- the page ----

function save() {
    const address = URL.createObjectURL(new Blob([carried(RECORD)]));
    make("a", { href: address, download: RECORD }).click();
    URL.revokeObjectURL(address);
}

function begin() {
    const content = contentOf(document.querySelector("main"));
    const place = document.getElementById("audit");
    const result = make("div", { class: "audit", role: "status", id: "audited" },
        make("p", {}, "Auditing the record that this page carries."));
    const other = make("div", { role: "status", id: "audited-other" });
    const area = make("div", { class: "audit" },
        make("h3", {}, "Audit another record"),
        make("p", {}, "Drop an archive (.tar.gz), a record's folder or its files anywhere on " +
            "this page, or choose them. Nothing is uploaded: this page may not use the network."),
        chooser("An archive, an evidence.jsonl or all files:", "choose", { multiple: "" }, other),
        chooser("A folder:", "choose-folder", { webkitdirectory: "" }, other), other);
    place.querySelector("h2").after(result);
    const hasRecord = document.getElementById(RECORD) !== null;
    if (hasRecord)
        place.append(make("p", {}, button("Save record.tar.gz", save)));
    place.append(area);
    acceptDrops(area, other);
    if (hasRecord) {
        addEventListener("hashchange", follow);
        document.addEventListener("click", followAgain);
        follow();
        setTimeout(() => void auditOwn(result, content), 0); // the page is drawn before
    } else {
        trouble(result, new Error("this page carries no record"));
    }
}

begin();
