// Drives a headless browser for tests: Chromium by its DevTools protocol, Firefox by WebDriver
// BiDi, each over a WebSocket of this file, so that no package is needed.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { join } from "node:path";

const START_MS = 60000;

/** A WebSocket to this machine: texts alone. Source: RFC 6455, sections 4.1 and 5.2. */
class Socket {
    static async open(port, path) {
        const socket = new Socket();
        socket.stream = connect(port, "127.0.0.1");
        socket.held = Buffer.alloc(0);
        socket.text = [];
        await new Promise((done, fail) => {
            socket.stream.once("error", fail);
            socket.stream.once("connect", () => socket.stream.write(`GET ${path} HTTP/1.1\r\n` +
                `Host: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
                `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n` +
                "Sec-WebSocket-Version: 13\r\n\r\n"));
            socket.stream.on("data", (data) => {
                socket.held = Buffer.concat([socket.held, data]);
                if (socket.isOpen)
                    socket.read();
                const end = socket.isOpen ? -1 : socket.held.indexOf("\r\n\r\n");
                if (end >= 0 && !socket.held.toString("latin1", 0, 12).startsWith("HTTP/1.1 101"))
                    fail(new Error(socket.held.toString("latin1", 0, end)));
                else if (end >= 0) {
                    socket.held = socket.held.subarray(end + 4);
                    socket.isOpen = true;
                    done();
                }
            });
        });
        return socket;
    }

    read() {
        for (;;) {
            const held = this.held;
            if (held.length < 2)
                return;
            const short = held[1] & 0x7f;
            const head = short === 126 ? 4 : short === 127 ? 10 : 2;
            if (held.length < head)
                return;
            const size = short === 126 ? held.readUInt16BE(2)
                : short === 127 ? Number(held.readBigUInt64BE(2)) : short;
            if (held.length < head + size)
                return;
            this.take(held[0] & 0x80, held[0] & 0x0f, held.subarray(head, head + size));
            this.held = held.subarray(head + size);
        }
    }

    take(isLast, code, data) {
        if (code === 9)
            this.write(10, data);
        if (code > 2)
            return;
        this.text.push(Buffer.from(data));
        if (isLast)
            this.receive(JSON.parse(Buffer.concat(this.text.splice(0)).toString()));
    }

    write(code, data) {
        const mask = randomBytes(4);
        const size = data.length;
        const head = Buffer.alloc(size < 126 ? 2 : size < 65536 ? 4 : 10);
        head[0] = 0x80 | code;
        head[1] = 0x80 | (size < 126 ? size : size < 65536 ? 126 : 127);
        if (head.length === 4)
            head.writeUInt16BE(size, 2);
        else if (head.length === 10)
            head.writeBigUInt64BE(BigInt(size), 2);
        this.stream.write(Buffer.concat([head, mask, data.map((byte, at) => byte ^ mask[at & 3])]));
    }

    send(message) {
        this.write(1, Buffer.from(JSON.stringify(message)));
    }

    close() {
        this.stream.destroy();
    }
}

/** Calls of a protocol whose messages have ids, and its events. */
class Protocol {
    constructor(socket) {
        this.socket = socket;
        this.waiting = new Map();
        this.last = 0;
        socket.receive = (message) => {
            const call = this.waiting.get(message.id);
            this.waiting.delete(message.id);
            if (call === undefined)
                this.event?.(message);
            else if (message.error !== undefined)
                call.fail(new Error(`${call.method}: ${message.message ??
                    JSON.stringify(message.error)}`));
            else
                call.done(message.result);
        };
    }

    call(method, params = {}, more = {}) {
        const id = ++this.last;
        this.socket.send({ id, method, params, ...more });
        return new Promise((done, fail) => this.waiting.set(id, { method, done, fail }));
    }
}

async function until(find, what) {
    for (const end = Date.now() + START_MS; Date.now() < end;) {
        const found = await find();
        if (found !== undefined && found !== null && found !== false)
            return found;
        await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`waited ${START_MS / 1000} s for ${what}`);
}

function freePort() {
    return new Promise((done) => {
        const server = createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

/** What both browsers can do with one page. */
class Browser {
    errors = [];
    requests = [];

    /** Waits until an expression of the page is true, and gives its value. */
    until(expression, what = expression) {
        return until(() => this.evaluate(expression).catch(() => null), what);
    }

    async close() {
        this.protocol.socket.close();
        const ended = new Promise((done) => this.process.once("exit", done));
        this.process.kill();
        await ended;
    }
}

class Chromium extends Browser {
    async start(folder, scheme) {
        this.process = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu",
            "--hide-scrollbars", "--no-first-run", "--remote-debugging-port=0",
            `--user-data-dir=${folder}`, "about:blank"], { stdio: "ignore" });
        const file = join(folder, "DevToolsActivePort");
        const [port, path] = await until(() => existsSync(file) &&
            readFileSync(file, "utf8").includes("/") && readFileSync(file, "utf8").split("\n"),
            "chromium");
        this.protocol = new Protocol(await Socket.open(Number(port), path));
        const { targetId } = await this.protocol.call("Target.createTarget",
            { url: "about:blank" });
        const { sessionId } = await this.protocol.call("Target.attachToTarget",
            { targetId, flatten: true });
        this.session = sessionId;
        this.protocol.event = ({ method, params }) => {
            if (method === "Runtime.exceptionThrown")
                this.errors.push(params.exceptionDetails.exception?.description ?? "exception");
            if (method === "Log.entryAdded" && params.entry.level === "error")
                this.errors.push(params.entry.text);
            if (method === "Network.requestWillBeSent")
                this.requests.push(params.request.url);
            if (method === "Page.loadEventFired")
                this.loaded?.();
        };
        for (const domain of ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"])
            await this.call(`${domain}.enable`);
        await this.call("Emulation.setEmulatedMedia",
            { features: [{ name: "prefers-color-scheme", value: scheme }] });
    }

    call(method, params) {
        return this.protocol.call(method, params, { sessionId: this.session });
    }

    async load(url) {
        const loaded = new Promise((done) => {
            this.loaded = done;
        });
        await this.call("Page.navigate", { url: "about:blank" });
        await loaded;
        this.errors = [];
        this.requests = [];
        const again = new Promise((done) => {
            this.loaded = done;
        });
        await this.call("Page.navigate", { url });
        await again;
    }

    async evaluate(expression) {
        const { result, exceptionDetails } = await this.call("Runtime.evaluate",
            { expression: `(async () => JSON.stringify(await (${expression})))()`,
              awaitPromise: true });
        if (exceptionDetails !== undefined)
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value === undefined ? undefined : JSON.parse(result.value);
    }

    size(width, height) {
        return this.call("Emulation.setDeviceMetricsOverride",
            { width, height, deviceScaleFactor: 1, mobile: false });
    }

    scripts(enabled) {
        return this.call("Emulation.setScriptExecutionDisabled", { value: !enabled });
    }

    async choose(selector, files) {
        const { root } = await this.call("DOM.getDocument", {});
        const { nodeId } = await this.call("DOM.querySelector", { nodeId: root.nodeId, selector });
        await this.call("DOM.setFileInputFiles", { nodeId, files });
    }

    /** Drops a file or a folder of the disk on the page, as a hand would. */
    async drop(path) {
        const data = { items: [], files: [path], dragOperationsMask: 1 };
        for (const type of ["dragEnter", "dragOver", "drop"])
            await this.call("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    }

    async pdf(file) {
        const { data } = await this.call("Page.printToPDF", { preferCSSPageSize: true });
        writeFileSync(file, Buffer.from(data, "base64"));
    }

    async screenshot(file) {
        const { data } = await this.call("Page.captureScreenshot", { format: "png" });
        writeFileSync(file, Buffer.from(data, "base64"));
    }

    /** The accessibility tree: role, name and level of each node that is not ignored. */
    async tree() {
        const { nodes } = await this.call("Accessibility.getFullAXTree", {});
        return nodes.filter((node) => !node.ignored).map((node) => ({
            role: node.role?.value, name: node.name?.value ?? "",
            level: node.properties?.find(({ name }) => name === "level")?.value.value }));
    }
}

class Firefox extends Browser {
    async start(folder, scheme) {
        const port = await freePort();
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, "user.js"), [
            ["datareporting.policy.dataSubmissionEnabled", false],
            ["browser.shell.checkDefaultBrowser", false],
            ["layout.css.prefers-color-scheme.content-override", scheme === "dark" ? 0 : 1],
            ["app.update.enabled", false]]
            .map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
        this.process = spawn("firefox-esr", ["--headless", "--no-remote", "--profile", folder,
            `--remote-debugging-port=${port}`],
            { stdio: "ignore", env: { ...process.env, HOME: folder, MOZ_REMOTE_ALLOW_SYSTEM_ACCESS:
                "1" } });
        const socket = await until(() => Socket.open(port, "/session").catch(() => null),
            "firefox");
        this.protocol = new Protocol(socket);
        await this.protocol.call("session.new", { capabilities: {} });
        const { contexts } = await this.protocol.call("browsingContext.getTree", {});
        this.context = contexts[0].context;
        this.protocol.event = ({ method, params }) => {
            if (method === "log.entryAdded" && params.level === "error")
                this.errors.push(params.text ?? "error");
            if (method === "network.beforeRequestSent")
                this.requests.push(params.request.url);
        };
        await this.protocol.call("session.subscribe",
            { events: ["log.entryAdded", "network.beforeRequestSent"] });
    }

    async load(url) {
        await this.call("browsingContext.navigate", { url: "about:blank", wait: "complete" });
        this.errors = [];
        this.requests = [];
        await this.call("browsingContext.navigate", { url, wait: "complete" });
    }

    call(method, params) {
        return this.protocol.call(method, { context: this.context, ...params });
    }

    async evaluate(expression) {
        const { type, result, exceptionDetails } = await this.protocol.call("script.evaluate",
            { expression: `(async () => JSON.stringify(await (${expression})))()`,
              target: { context: this.context }, awaitPromise: true });
        if (type === "exception")
            throw new Error(exceptionDetails.text);
        return result.value === undefined ? undefined : JSON.parse(result.value);
    }

    size(width, height) {
        return this.call("browsingContext.setViewport", { viewport: { width, height } });
    }

    scripts(enabled) {
        return this.protocol.call("emulation.setScriptingEnabled",
            { enabled: enabled ? null : false, contexts: [this.context] });
    }

    async choose(selector, files) {
        const { nodes } = await this.call("browsingContext.locateNodes",
            { locator: { type: "css", value: selector } });
        await this.call("input.setFiles", { element: { sharedId: nodes[0].sharedId }, files });
    }

    async screenshot(file) {
        const { data } = await this.call("browsingContext.captureScreenshot", {});
        writeFileSync(file, Buffer.from(data, "base64"));
    }
}

/** Starts a browser, `chromium` or `firefox-esr`, with a new profile in a folder. It prefers
 * colours that are `light` or `dark`. */
export async function open(kind, folder, scheme = "light") {
    const browser = kind === "chromium" ? new Chromium() : new Firefox();
    await browser.start(folder, scheme);
    return browser;
}
