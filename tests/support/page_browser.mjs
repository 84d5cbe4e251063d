// Tests report.html in one browser: node page_browser.mjs chromium|firefox-esr FOLDER [PICTURES].
//
// FOLDER has what tests/slow/browsers.sh puts there. Each line printed is `ok`, `skipped: WORDS` or
// `FAILED: WORDS`. PICTURES is a folder for screenshots.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { open } from "./browser.mjs";

const [kind, given, pictures] = process.argv.slice(2);
const folder = resolve(given);
const read = (name) => readFileSync(join(folder, name), "utf8").trim();
const address = (name) => pathToFileURL(join(folder, name)).href;
const OUTCOME = "document.querySelector('#audited code.outcome')?.textContent";
const OTHER = "(document.querySelector('#audited-other code.outcome')?.textContent ?? " +
    "document.querySelector('#audited-other strong.odd')?.parentNode.textContent)";
const profile = () => mkdtempSync(join(tmpdir(), `witnessmark-${kind}-`));
const browser = await open(kind, profile());

function equal(what, found, wanted) {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
    console.log(a === b ? "ok" : `FAILED: ${kind}: ${what}: ${a}, not ${b}`);
}

function holds(what, found) {
    console.log(found ? "ok" : `FAILED: ${kind}: ${what}`);
}

/** Nothing was reported, and nothing was loaded but the page itself. */
function quiet(name) {
    equal(`${name}: errors`, browser.errors, []);
    equal(`${name}: requests`, browser.requests.filter(
        (url) => !/^(data:|blob:|about:)/.test(url) && url.split("#")[0] !== address(name)), []);
}

async function auditsItself() {
    await browser.load(address("report.html"));
    equal("the audit of the page", await browser.until(OUTCOME), read("audit"));
    equal("numbers", await browser.evaluate("document.querySelectorAll('#audited .bad').length"),
        0);
    quiet("report.html");
    await browser.load(address("altered-record.html"));
    holds("an altered record is seen",
        (await browser.until(OUTCOME)).startsWith("invalid "));
    await browser.load(address("altered-page.html"));
    await browser.until(OUTCOME);
    holds("an altered number of the page is seen", /^1 of [0-9]+ numbers on this page are not /
        .test(await browser.evaluate("document.querySelector('#audited p.bad').textContent")));
    await browser.load(address("altered-words.html"));
    await browser.until(OUTCOME);
    equal("remarks on altered words of the page", await browser.evaluate(
        "document.querySelectorAll('#audited p.bad').length"), 1);
    for (const name of ["caption", "target"]) {
        await browser.load(address(`altered-${name}.html`));
        await browser.until(OUTCOME);
        holds(`an altered ${name} is seen`, await browser.evaluate(
            "document.querySelectorAll('#audited p.bad').length") > 0);
    }
    await browser.load(address("linked.html"));
    equal("the audit of a record with a prior", await browser.until(OUTCOME),
        read("audit-linked"));
    quiet("linked.html");
}

async function opensEvidence() {
    const name = read("claim");
    await browser.load(`${address("report.html")}#${name}`);
    equal("the evidence's first line", await browser.until(
        "document.querySelector('tr.chain li')?.textContent"), read("line"));
    equal("the row before it", await browser.evaluate(
        "document.querySelector('tr.chain').previousSibling.id"), name);
    holds("the row is in sight", await browser.evaluate("(() => { const at = document" +
        ".querySelector('tr.chain').previousSibling.getBoundingClientRect();" +
        " return at.top >= 0 && at.bottom <= innerHeight; })()"));
    await browser.evaluate("(() => { for (const one of document.querySelectorAll('tr.chain " +
        "details')) one.open = true; })()");
    equal("a line's bytes", await browser.until(
        "document.querySelector('tr.chain pre')?.textContent"), read("bytes"));
    await browser.evaluate("document.querySelector('#results a.claim').click()");
    holds("a click opens another", await browser.until("document.querySelector('tr.chain')" +
        `?.previousSibling.id !== ${JSON.stringify(name)} && ` +
        "document.querySelector('tr.chain li') !== null"));
    await browser.evaluate("document.querySelector('tr.chain button').click()");
    equal("it closes", await browser.evaluate("document.querySelector('tr.chain')"), null);
    await browser.load(`${address("report.html")}#${name}:~:root=00000000&text=1`);
    await browser.until("document.querySelector('tr.chain li')?.textContent");
    const warnings = await browser.evaluate("document.querySelectorAll('tr.chain [role=alert]')" +
        ".length");
    if (warnings === 0 && !await browser.evaluate("location.hash.includes(':~:')"))
        console.log(`skipped: ${kind} keeps what a link states from the page`);
    else
        equal("a link that differs", warnings, 2);
}

async function auditsOthers() {
    const expected = JSON.parse(read("forgeries/expected.json"));
    await browser.load(address("report.html"));
    await browser.until(OUTCOME);
    const clear = "document.querySelector('#audited-other').replaceChildren()";
    const chosen = async (file) => {
        await browser.evaluate(clear);
        await browser.choose("#choose", [join(folder, file)]);
        return browser.until(OTHER, `the audit of ${file}`);
    };
    equal("forgeries", Object.keys(expected).length, 20);
    for (const [name, line] of Object.entries(expected))
        equal(name, await chosen(`forgeries/${name}`), line);
    equal("a chosen archive", await chosen("record.tar.gz"), read("audit"));
    equal("a chosen evidence.jsonl", await chosen("full/evidence.jsonl"), read("audit"));
    equal("a file that is no record", await chosen("claim"), read("audit-claim"));
    const bytes = JSON.stringify(readFileSync(join(folder, "record.tar.gz")).toString("base64"));
    await browser.evaluate(clear);
    await browser.evaluate(`(() => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(${bytes}), (c) => c.charCodeAt(0));
        transfer.items.add(new File([bytes], "record.tar.gz"));
        document.body.dispatchEvent(new DragEvent("drop",
            { dataTransfer: transfer, bubbles: true, cancelable: true }));
    })()`);
    equal("a dropped archive", await browser.until(OTHER), read("audit"));
    for (const name of browser.drop === undefined ? [] : ["record.tar.gz", "full"]) {
        await browser.evaluate(clear);
        await browser.drop(join(folder, name));
        equal(`${name}, dropped from the disk`, await browser.until(OTHER), read("audit"));
    }
    quiet("report.html");
}

async function isSafe() {
    await browser.load(address("hostile.html"));
    await browser.until(OUTCOME);
    equal("elements of a hostile record", await browser.evaluate(
        "document.querySelectorAll('img, iframe, object, [onerror], [onload]').length"), 0);
    quiet("hostile.html");
}

async function fits() {
    for (const width of [360, 1400]) {
        await browser.size(width, 1000);
        for (const name of ["report.html", "linked.html", "own.html"]) {
            await browser.load(address(name));
            await browser.until(OUTCOME);
            await browser.evaluate("(() => { for (const one of document.querySelectorAll(" +
                "'details')) one.open = true; })()");
            equal(`${name}: what ${width} pixels do not hold`, await browser.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0);
        }
    }
}

async function isCompleteWithoutScripts() {
    const names = read("names").split("\n");
    // Firefox ESR cannot switch scripts off for one page, so there the page's policy does.
    const name = kind === "chromium" ? "report.html" : "no-scripts.html";
    if (kind === "chromium")
        await browser.scripts(false);
    await browser.load(address(name));
    equal("what a script adds", await browser.evaluate("document.querySelector('#audited')"), null);
    equal("rows of claims", await browser.evaluate(
        `${JSON.stringify(names)}.filter((name) => document.getElementById(name) === null)`), []);
    holds("the verdict", await browser.evaluate(
        `document.querySelector("main").innerText.includes(${JSON.stringify(read("audit"))})`));
    if (kind === "chromium")
        await browser.scripts(true);
}

/** On paper: without what is for a screen, complete otherwise. */
async function prints() {
    if (browser.pdf === undefined)
        return;
    await browser.load(address("report.html"));
    await browser.until(OUTCOME);
    await browser.pdf(join(folder, "page.pdf"));
}

async function isAccessible() {
    if (browser.tree === undefined)
        return;
    await browser.size(1400, 1000);
    await browser.load(address("report.html"));
    await browser.until(OUTCOME);
    await browser.evaluate("(() => { for (const one of document.querySelectorAll(" +
        "'main > section > details, #tables details')) one.open = true; })()");
    const nodes = await browser.tree();
    const names = (role) => nodes.filter((node) => node.role === role).map(({ name }) => name);
    const has = (role, name) => holds(`${role} ${name}: ${names(role).join("; ").slice(0, 300)}`,
        names(role).includes(name));
    has("table", "Rates");
    has("table", "Transcripts");
    has("region", "Results");
    has("region", "Rates");
    has("navigation", "Contents");
    has("button", "Save record.tar.gz");
    has("columnheader", "Median rate");
    has("rowheader", "gemm.bf16.n16");
    equal("main", names("main").length, 1);
    equal("status", names("status").length, 2);
    equal("headings of level 1", nodes.filter(({ role, level }) => role === "heading" &&
        level === 1).length, 1);
    holds("headings have names", names("heading").every((name) => name !== ""));
    for (const role of ["table", "region", "button", "link", "img"])
        holds(`every ${role} has a name`, names(role).every((name) => name !== ""));
}

/** Pictures to look at. */
async function takePictures(one, scheme) {
    for (const width of [360, 1400])
        for (const [name, fragment] of [["top", ""], ["results", "#results"],
            ["figures", "#figures"], ["claim", `#${read("claim")}`]]) {
            await one.size(width, width === 360 ? 800 : 1000);
            await one.load(`${address("report.html")}${fragment}`);
            await one.until(OUTCOME);
            await one.screenshot(join(pictures, `${kind}-${scheme}-${width}-${name}.png`));
        }
}

try {
    await browser.size(1400, 1000);
    if (pictures !== undefined) {
        await takePictures(browser, "light");
        const dark = await open(kind, profile(), "dark");
        await takePictures(dark, "dark").finally(() => dark.close());
    } else {
        for (const test of [auditsItself, opensEvidence, auditsOthers, isSafe, fits,
            isCompleteWithoutScripts, isAccessible, prints])
            await test().catch((error) => console.log(`FAILED: ${kind}: ${test.name}: ` +
                `${error.message.split("\n")[0]}`));
    }
} finally {
    await browser.close();
}
