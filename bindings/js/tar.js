// Reads the tar archive of a record, plain or by gzip, with the limits of src/archive/tar.c. No
// browser decompresses xz, which is refused.

const BLOCK = 512;
const FILE_BYTES = 2 ** 30;
const TOTAL_BYTES = 2 ** 31;
// An archive may always unpack to so many bytes; to more, only up to so many times its size.
const FREE_BYTES = 2 ** 26;
const RATIO_MOST = 100;
const ENTRIES_MAX = 64;
// A sealed document has at most 4096 members, and their folders: docs/formats/document.md.
const SEALED_ENTRIES_MAX = 8192;
const SEALED_RECORD = /^(?:[^/]+\/)?anc\/record\//;
const NAME_BYTES = 1023;
const TOP_BYTES = 255;
const EXTENDED_BYTES = 65536;
const SHOWN = 100;
const ONE_RECORD = "an archive holds one record; unpack it with tar xf";

const NAMES = new Set(["evidence.jsonl", "manifest.sha256", "code/verify.c", "code/verify_graph.py",
    ...Array.from({ length: 8 }, (_, index) => `prior/${index + 1}.jsonl`)]);

/** Whether bytes begin as gzip (RFC 1952, 2.3.1), xz (its format 1.2.1, 2.1.1.1) or tar
 * (POSIX.1-2017, pax, ustar) do. */
export function isArchive(bytes) {
    return isGzip(bytes) || isXz(bytes) ||
        (bytes.length >= 262 && ascii(bytes, 257, 5) === "ustar");
}

/** The files of the record in an archive: a Map of path -> bytes. Of a sealed document they are
 * those of its record, and the map's member `isSealed` is true. */
export async function unpack(bytes) {
    if (isXz(bytes))
        throw new Error("compressed by xz; unpack it, or use `witnessmark audit`");
    const whole = isGzip(bytes) ? await inflate(bytes) : bytes;
    try {
        return readEntries(whole, new Entries());
    } catch (error) {
        const files = readSealed(whole);
        if (files === null)
            throw error;
        return Object.assign(files, { isSealed: true });
    }
}

/** The files of the record in a sealed document; null: it is none. */
function readSealed(bytes) {
    const sealed = new SealedEntries();
    try {
        return readEntries(bytes, sealed);
    } catch (error) {
        if (sealed.hasRecord)
            throw error;
        return null;
    }
}

function isGzip(bytes) {
    return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isXz(bytes) {
    return [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0].every((byte, at) => bytes[at] === byte);
}

async function inflate(bytes) {
    const most = Math.min(TOTAL_BYTES, Math.max(FREE_BYTES, RATIO_MOST * bytes.length));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
        .getReader();
    const chunks = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read().catch((error) => {
            throw damaged(`gzip: ${error.message}`, error);
        });
        if (done)
            break;
        size += value.length;
        if (size > most) {
            await reader.cancel().catch(() => {});
            throw new Error("refused: the archive unpacks to over " + (most === TOTAL_BYTES
                ? "2 GiB" : `64 MiB and ${RATIO_MOST} times its size`));
        }
        chunks.push(value);
    }
    const whole = new Uint8Array(size);
    for (let at = 0; chunks.length > 0;) {
        const chunk = chunks.shift();
        whole.set(chunk, at);
        at += chunk.length;
    }
    return whole;
}

function damaged(words, cause) {
    return new Error(`the archive is damaged or no tar archive: ${words}`, { cause });
}

function refused(path, words) {
    return new Error(`refused: '${shown(path)}' in the archive ${words}`);
}

/** A path for a message: cut, and without control or other hidden characters. */
export function shown(path) {
    return path.slice(0, SHOWN).replace(/[^\x20-\x7e]/g, "?");
}

function ascii(bytes, at, size) {
    const part = bytes.subarray(at, at + size);
    const end = part.indexOf(0);
    return String.fromCharCode(...(end < 0 ? part : part.subarray(0, end)));
}

/** The text of bytes up to their first NUL. */
function text(bytes) {
    const end = bytes.indexOf(0);
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
            .decode(end < 0 ? bytes : bytes.subarray(0, end));
    } catch {
        throw new Error("refused: a name in the archive is empty, too long or not readable");
    }
}

/** A number of a header: octal digits, or bytes after a set bit (GNU). */
function number(bytes) {
    if (bytes[0] & 0x80)
        return bytes.reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte & 0x7f : byte), 0);
    const digits = ascii(bytes, 0, bytes.length).trim();
    if (!/^[0-7]*$/.test(digits))
        throw damaged("a header has a number that is not octal");
    return parseInt(digits || "0", 8);
}

function checkSum(header) {
    let sum = 8 * 0x20;
    for (let at = 0; at < BLOCK; at++)
        sum += at >= 148 && at < 156 ? 0 : header[at];
    if (sum !== number(header.subarray(148, 156)))
        throw damaged("a header has a wrong checksum");
}

/** The records of an extended header (POSIX.1-2017, pax): "LENGTH KEY=VALUE\n". */
function readExtended(bytes, into) {
    for (let at = 0; at < bytes.length;) {
        const digits = /^([1-9][0-9]{0,5}) /.exec(ascii(bytes, at, 8));
        const end = at + Number(digits?.[1]);
        const equals = bytes.indexOf(0x3d, at);
        if (digits === null || end > bytes.length || bytes[end - 1] !== 0x0a || equals < 0 ||
            equals >= end)
            throw damaged("an extended header is malformed");
        const key = text(bytes.subarray(at + digits[0].length, equals));
        const value = bytes.subarray(equals + 1, end - 1);
        if (key === "path")
            into.path = text(value);
        else if (key === "size")
            into.size = /^[0-9]+$/.test(text(value)) ? Number(text(value)) : Infinity;
        else if (key.startsWith("GNU.sparse."))
            into.isSparse = true;
        at = end;
    }
}

/** A header's path; its bytes 257 to 262 tell POSIX, which has a prefix, from GNU. */
function pathOf(header) {
    const name = text(header.subarray(0, 100));
    const prefix = header[262] === 0 && ascii(header, 257, 5) === "ustar"
        ? text(header.subarray(345, 500)) : "";
    return prefix === "" ? name : `${prefix}/${name}`;
}

function readEntries(bytes, record) {
    let next = {};
    for (let at = 0; at < bytes.length;) {
        const header = bytes.subarray(at, at + BLOCK);
        if (header.length < BLOCK)
            throw damaged("it ends in a header");
        at += BLOCK;
        if (header.every((byte) => byte === 0)) // an end; entries may follow, which some tools read
            continue;
        checkSum(header);
        const type = String.fromCharCode(header[156]);
        const isExtended = "xgLK".includes(type);
        const path = isExtended ? "" : next.path ?? pathOf(header);
        const size = (isExtended ? undefined : next.size) ?? number(header.subarray(124, 136));
        if (isExtended && size > EXTENDED_BYTES)
            throw damaged("an extended header is over 64 KiB");
        const holds = isExtended || record.takes(path, type, size, next);
        const data = bytes.subarray(at, at + (holds ? size : 0));
        if (holds && data.length < size)
            throw damaged("it ends in a file");
        at += Math.ceil(data.length / BLOCK) * BLOCK;
        if (type === "x")
            readExtended(data, next);
        else if (type === "L")
            next.path = text(data);
        else if (!isExtended) {
            if (holds)
                record.keep(data);
            next = {};
        }
    }
    return record.whole();
}

/** The entries so far: plain files of a record, each once, all in one folder or in none. */
class Entries {
    files = new Map();
    most = ENTRIES_MAX;
    count = 0;
    name = "";

    /** Checks an entry. True for a file, whose bytes `keep` then takes; false for a folder. */
    takes(given, type, size, extended) {
        if (this.count++ === this.most)
            throw new Error("the archive has too many entries");
        if (given === "" || new TextEncoder().encode(given).length > NAME_BYTES)
            throw new Error("refused: a name in the archive is empty, too long or not readable");
        const isFolder = type === "5" || (type === "\0" && given.endsWith("/"));
        if ("12".includes(type))
            throw refused(given, "is a link");
        if ("346".includes(type))
            throw refused(given, "is a device, a pipe or a socket");
        if (type === "S" || extended.isSparse)
            throw refused(given, "is a sparse file");
        if (!isFolder && !("\0" + "07").includes(type))
            throw refused(given, "is of an unknown type");
        if (!(size <= FILE_BYTES))
            throw new Error(`refused: '${shown(given)}' in the archive is too large: over 1 GiB`);
        const path = given.replace(/\/+$/, "").replace(/^\.\//, "");
        if (isFolder && (path === "." || path === "" && given === "./"))
            return false;
        if (isCrooked(path))
            throw refused(given, "is absolute or has an empty, '.' or '..' part");
        return isFolder ? this.takeFolder(path) : this.takePath(path);
    }

    keep(data) {
        this.files.set(this.name, data);
    }

    takeFolder(path) {
        if (["code", "prior"].includes(path.slice(path.indexOf("/") + 1)))
            return false;
        if (path.includes("/"))
            throw refused(path, "is no folder of a record");
        if (this.folder !== undefined && this.folder !== path)
            throw refused(path, `is a second folder; ${ONE_RECORD}`);
        this.folder = path;
        return false;
    }

    takePath(path) {
        const slash = NAMES.has(path) ? -1 : path.indexOf("/");
        const top = slash < 0 ? "" : path.slice(0, slash);
        const name = path.slice(slash + 1);
        if (!NAMES.has(name))
            throw refused(path, "is no file of a record");
        if (new TextEncoder().encode(top).length > TOP_BYTES)
            throw refused(path, "is in a folder with a name over 255 bytes");
        if (this.top !== undefined && this.top !== top)
            throw refused(path, `is in a second folder; ${ONE_RECORD}`);
        if (this.files.has(name))
            throw refused(path, "is there twice");
        this.top = top;
        this.name = name;
        return true;
    }

    whole() {
        if (!this.files.has("evidence.jsonl"))
            throw new Error("not a record: the archive has no evidence.jsonl");
        if (this.folder !== undefined && this.folder !== this.top)
            throw refused(this.folder, `is a second folder; ${ONE_RECORD}`);
        return this.files;
    }
}

/** The entries of a sealed document: of all but its record only the form is checked. */
class SealedEntries extends Entries {
    most = SEALED_ENTRIES_MAX;
    hasRecord = false;
    before = null; // what is before the record's folder

    takeFolder() {
        return false;
    }

    takePath(path) {
        const before = SEALED_RECORD.exec(path)?.[0];
        this.name = null;
        if (before === undefined)
            return true;
        this.hasRecord = true;
        this.before ??= before;
        this.name = path.slice(before.length);
        if (before !== this.before)
            throw refused(path, `is in a second folder; ${ONE_RECORD}`);
        if (!NAMES.has(this.name))
            throw refused(path, "is no file of a record");
        if (this.files.has(this.name))
            throw refused(path, "is there twice");
        return true;
    }

    keep(data) {
        if (this.name !== null)
            super.keep(data);
    }
}

/** Whether a path is absolute or has an empty, `.` or `..` component. */
export function isCrooked(path) {
    return path.split("/").some((part) => part === "" || part === "." || part === "..");
}
