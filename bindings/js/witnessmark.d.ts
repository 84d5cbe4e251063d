/** The first refusal, as code/verify.c says it. */
export interface Refusal {
    file: string; // from the record's folder
    line: number; // from 1; 0: of no line
    rule: string; // the tag of docs/formats/record.md
    text: string;
}

export interface Answer {
    verdict: "valid" | "invalid" | "unfinished" | "older" | "newer" | "incomplete";
    root: string | null; // of a valid record
    findings: string[]; // lines `finding: ...` and `planned fault caught: ...`
    refusal: Refusal | null; // null: valid
    isSealed: boolean; // a sealed document was given: its record was audited, not the document
}

export type Bytes = ArrayBuffer | ArrayBufferView;

/** An evidence.jsonl, an archive (tar, plain or by gzip, not by xz), or all files of a record's
 * folder. */
export type Input = Bytes | Map<string, Bytes> | Record<string, Bytes>;

/** Rejects where there is no answer: not a record, a damaged or hostile archive, out of memory. */
export type Audit = (input: Input) => Promise<Answer>;

/** wasm: witnessmark.wasm or what fetches it; by default the file beside this module is fetched. */
export function auditor(
    wasm?: WebAssembly.Module | Bytes | Response | Promise<WebAssembly.Module | Bytes | Response>,
): Promise<Audit>;
