// The lines of a record's evidence: which node names which, and a line of words about each.
//
// The words are those of src/report/views/node_summary.c, so that a reader finds here what
// `witnessmark show RECORD CLAIM` prints.

// Reasons of a lowered clock, by bit: words, and whether they are a disturbance. Source:
// docs/formats/tables/throttle.tsv.
const THROTTLE = [["idle", false], ["application clocks setting", false],
    ["software power cap", true], ["hardware slowdown", true], ["sync boost", true],
    ["software thermal slowdown", true], ["hardware thermal slowdown", true],
    ["hardware power brake", true], ["display clocks setting", false]];
const MEDIANS = { median_clock: "clock", median_power: "power",
    median_temperature: "temperature" };
const DIGESTS = ["numerical_class", "agreement", "difference", "numerical_class_kept"];
const MEANING = "integrity and arithmetic hold; times are the producer's word for good, " +
    "residuals and digests until re-verified";

/** The lines that code/verify.c prints of an answer of the auditor. */
export function outcome({ verdict, root, findings, refusal }) {
    if (refusal === null)
        return [`valid ${root}`, MEANING, ...findings];
    const line = refusal.line === 0 ? "" : `:${refusal.line}`;
    return [`${verdict} ${refusal.file}${line}: [${refusal.rule}] ${refusal.text}`, ...findings];
}

/** The words for a number of bits; those that are a disturbance, or all. */
export function throttleWords(bits, onlyLimits) {
    return THROTTLE.filter(([, isLimit], bit) => bits >>> bit & 1 && (isLimit || !onlyLimits))
        .map(([words]) => words).join(", ");
}

/** One evidence.jsonl: its lines, their nodes, and where each id is. */
export class Evidence {
    constructor(file, bytes) {
        this.file = file;
        this.lines = [];
        this.claims = new Map();
        for (let at = 0, end; (end = bytes.indexOf(0x0a, at)) >= 0; at = end + 1)
            this.take(bytes.subarray(at, end + 1));
    }

    take(bytes) {
        const text = new TextDecoder().decode(bytes.subarray(0, -1));
        const line = { number: this.lines.length + 1, bytes, text, node: parse(text), id: "" };
        this.lines.push(line);
        if (line.node.type === "claim" && !this.claims.has(line.node.name))
            this.claims.set(line.node.name, line);
    }

    /** Resolves when each line has its id: the SHA-256 of its bytes. */
    async index() {
        if (globalThis.crypto?.subtle === undefined)
            throw new Error("this browser gives SHA-256 only to pages from a file or by https");
        this.ids = new Map();
        const digests = await Promise.all(this.lines.map(
            (line) => crypto.subtle.digest("SHA-256", line.bytes)));
        digests.forEach((digest, at) => {
            this.lines[at].id = hex(new Uint8Array(digest));
            this.ids.set(this.lines[at].id, this.lines[at]);
        });
    }
}

function parse(text) {
    try {
        const node = JSON.parse(text);
        return node !== null && typeof node === "object" ? node : {};
    } catch {
        return {}; // an altered line, which the audit names
    }
}

export function hex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function listOf(value) {
    return Array.isArray(value) ? value : [];
}

/** A claim's line, its reductions and their observations, each with its depth and its words. */
export function chain(evidence, name) {
    const claim = evidence.claims.get(name);
    const rows = [];
    const add = (line, depth, title) => {
        if (line === undefined)
            return;
        rows.push({ file: evidence.file, line, depth, words: summary(line.node, title) });
        if (line.node.type === "reduction")
            for (const id of listOf(line.node.inputs))
                add(evidence.ids.get(id), depth + 1, line.node.function);
    };
    if (claim === undefined)
        return rows;
    add(claim, 0);
    for (const id of [claim.node.asserts, ...listOf(claim.node.beside)])
        add(evidence.ids.get(id), 1);
    return rows;
}

/** The lines of priors that a claim about a link compares; `priors` is a Map of number to
 * Evidence. */
export function linked(evidence, name, priors) {
    const parts = /^link\.([0-9]+)\.(.+)\.[^.]+$/.exec(name);
    const claim = evidence.claims.get(name);
    const rule = evidence.ids.get(claim?.node.asserts)?.node.function;
    const hasItems = listOf(evidence.lines[1]?.node.items).length > 0;
    if (parts === null || rule === undefined)
        return [];
    return [...(hasItems ? [] : [["here", 1]]), ["there", Number(parts[1])]]
        .flatMap(([side, number]) => {
            const prior = priors.get(number);
            return prior === undefined ? [] : [{ side, file: prior.file, depth: 1, words: "" },
                ...compared(prior, parts[2], rule)];
        });
}

/** The repeats of a prior's item, or its calibration. */
function compared(prior, label, rule) {
    const rate = prior.claims.get(`${label}.rate`) ?? prior.claims.get(`${label}.latency`);
    const inputs = listOf(prior.ids.get(rate?.node.asserts)?.node.inputs);
    const item = prior.ids.get(inputs[0])?.node.item;
    const kinds = rule === "floor_ratio" ? ["calibration"] : ["workload", "profile"];
    return item === undefined ? [] : prior.lines
        .filter(({ node }) => kinds.includes(node.kind) && node.item === item)
        .map((line) => ({ file: prior.file, line, depth: 2, words: summary(line.node, rule) }));
}

// ---- words about a node ----

/** One line about a node, as a reduction by `rule` reads it. */
export function summary(node, rule) {
    switch (node.type === "observation" ? node.kind : node.type) {
    case "claim":
        return `claim: text ${node.text}, value ${node.value}, unit ${node.unit}${reason(node)}`;
    case "reduction":
        return `reduction ${node.function}` +
            `${node.field === undefined ? "" : ` of ${node.field}`}: ${node.value}${reason(node)}`;
    case "workload":
        return `repeat ${node.repeat}: ${node.status === "ok"
            ? `${read(node, rule)}${disturbed(node)}` : `failed: ${node.reason}`}`;
    case "calibration":
        return node.status === "ok"
            ? `calibration: residuals of ${listOf(node.difference_max).length} probe sets`
            : `calibration failed: ${node.reason}`;
    case "stage":
        return `stage ${node.stage}${node.decision === undefined ? "" : ` ${node.decision}`}`;
    case "stress":
        return `segment ${node.index}: ${node.status === "ok"
            ? `${node.products} outputs, ${node.errors} of them wrong, in ` +
              `${Number(Number(node.seconds).toPrecision(4))} s` : `failed: ${node.reason}`}`;
    case "external":
        return `series ${node.series}, number ${node.index}`;
    default:
        return `${node.kind ?? node.type ?? "not a node"}`;
    }
}

function reason(node) {
    return node.reason === undefined ? "" : ` (${node.reason})`;
}

function rate(node) {
    return `${node.iterations} iterations in ${node.seconds} s`;
}

function covariate(node, name) {
    const found = node.covariates?.[name];
    return found !== undefined && found.reason === undefined ? `${name} median ${found.median}`
        : `${name} absent: ${found?.reason ?? null}`;
}

/** The fields of a repeat that a reduction reads. */
function read(node, rule) {
    const residual = node.residual ?? {};
    if (rule === "residual" || rule === "verified")
        return `difference_max ${residual.difference_max}, ` +
            `reference_max ${residual.reference_max}`;
    if (rule === "rounding")
        return `residual_squares ${residual.residual_squares}, ` +
            `rounding_squares ${residual.rounding_squares}`;
    if (rule === "row_statistic")
        return `row_statistic ${residual.row_statistic}, row ${residual.row}`;
    if (rule === "clock_correlation" || rule === "performance_class")
        return `${rate(node)}, ${covariate(node, "clock")}`;
    if (MEDIANS[rule] !== undefined)
        return covariate(node, MEDIANS[rule]);
    if (rule === "peak_memory")
        return `peak_resident_bytes ${node.peak_resident_bytes}`;
    if (rule === "divergence")
        return `divergence ${node.divergence}`;
    if (DIGESTS.includes(rule))
        return `output_digest ${node.output_digest}`;
    return rule === "tolerance" ? "status ok" : rate(node);
}

function disturbed(node) {
    const bits = node.covariates?.throttle_reasons?.maximum;
    const words = listOf(node.flags).map((flag) => {
        const why = flag === "throttled" && bits >= 0 ? throttleWords(bits, true) : "";
        return why === "" ? flag : `${flag} (${why})`;
    });
    return words.length === 0 ? "" : `; disturbed: ${words.join(", ")}`;
}

// ---- what a page or a link says of a claim ----

/** What an element shows, as src/report/print/html_digest.c writes it: elements with their
 * attributes, and texts. */
export function contentOf(element) {
    const parts = [];
    const add = (node) => {
        if (node.nodeType === 3) // a text
            parts.push(node.data);
        if (node.nodeType !== 1) // an element
            return;
        parts.push(`<${node.localName}`, ...Array.from(node.attributes,
            ({ name, value }) => ` ${name}="${value}"`), ">");
        node.childNodes.forEach(add);
    };
    element.childNodes.forEach(add);
    return parts.join("");
}

/** Whether a text is a number with three digits. C and JavaScript differ in the last one of a tie,
 * so both neighbours pass. */
function isRounded(text, value) {
    const unit = value === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 2);
    return /^[0-9.]+(e-?[0-9]+)?$/.test(text) &&
        Math.abs(Number(text) - value) <= (0.5 + 1e-9) * unit;
}

/** Whether a text is the share of trials of a claim, in percent, with both ends of its interval,
 * which are claims too: `6.5 (3.84..10.8)`. */
function isShare({ name }, shown, claims) {
    const parts = /^(\S+) \((\S+)\.\.(\S+)\)$/.exec(shown);
    return parts !== null && /\.seen_[a-z0-9_]+$/.test(name) &&
        ["", "_low", "_high"].every((end, i) => {
            const value = claims.get(name + end)?.node.value;
            return typeof value === "number" && isRounded(parts[i + 1], 100 * value);
        });
}

/** Whether a text of the page is that of a claim: whole, or as a table shortens it. `claims` are
 * those of the evidence, by their names. */
export function isShown(node, shown, claims) {
    const { name, text, value } = node;
    return shown === text || isShare(node, shown, claims) || (value === null && shown === "-") ||
        text.startsWith(`${shown}: `) ||
        (name.endsWith(".key") && shown.length === 16 && `${value}`.startsWith(shown)) ||
        (name.endsWith(".throttle_reasons") && shown === (throttleWords(value, false) || "none"));
}

/** The parts of a fragment: the claim's name, and the root and the text that a link states. */
export function parseFragment(fragment) {
    const [place, ...rest] = fragment.replace(/^#/, "").split(":~:");
    const stated = new URLSearchParams(rest.join(":~:").replaceAll("+", "%2B"));
    return { name: decode(place), root: stated.get("root"), text: stated.get("text") };
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** What differs between a link and the evidence, in words; empty: nothing. */
export function differences({ name, root, text }, evidence, ownRoot) {
    const claim = evidence.claims.get(name)?.node;
    const found = [];
    if (root !== null && (root.length < 8 || !ownRoot.startsWith(root)))
        found.push(`the link states the root ${root}, this record's is ${ownRoot}`);
    if (text !== null && claim === undefined)
        found.push(`the link states ${text} of ${name}, which this record does not have`);
    else if (text !== null && text !== claim.text)
        found.push(`the link states ${text}, the record says ${claim.text}`);
    return found;
}
