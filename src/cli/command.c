/* The table of commands and their options.
 *
 * The parser, the help texts, the man page and the files of completion come from it, so that an
 * option is told once. `make tables` renders the pages and the files. A text is a line for each
 * paragraph; help_text.c breaks it. */
#include "cli/command.h"

#include "measure/power_levels.h"
#include "record/tables/tables.h"
#include "study/foreign/wrap.h"

#include <stddef.h>

#define WORD(letter, name, argument, values, help)                      \
    {                                                                   \
        letter, name, argument, values, help, WM_TAKES_WORD, 0, 0, NULL \
    }
#define FLAG(letter, name, help) WORD(letter, name, NULL, NULL, help)
#define FORM(name, help, printer)                                  \
    {                                                              \
        NULL, name, NULL, NULL, help, WM_TAKES_WORD, 0, 0, printer \
    }
#define CHOICE(name, argument, values, help)                            \
    {                                                                   \
        NULL, name, argument, values, help, WM_TAKES_CHOICE, 0, 0, NULL \
    }
#define NUMBER(name, least, most, help)                                 \
    {                                                                   \
        NULL, name, "N", NULL, help, WM_TAKES_NUMBER, least, most, NULL \
    }
#define SECONDS(name, argument, least, most, help)                            \
    {                                                                         \
        NULL, name, argument, NULL, help, WM_TAKES_SECONDS, least, most, NULL \
    }
#define THREADS(text) NUMBER("--threads", 1, 4096, text)
#define JSON(text) FORM("--json", text, wm_print_json)
#define COLOR CHOICE("--color", "WHEN", "auto always never", "auto (the default), always or never")
#define ROOT                          \
    WORD(NULL, "--root", "HEX", NULL, \
         "the root that you hold from elsewhere, or its first 8 digits or more")
#define HELP FLAG(NULL, "--help", "this text")
#define OPTIONS(table, column) table, sizeof table / sizeof *table, column
#define NO_OPTIONS NULL, 0, 0

#include "cli/command_measure.h" /* RUN and WRAP; it needs the macros above */

static const wm_option IMPORT[] = {
    WORD("-o", "--output", "PATH", "@file",
         "the record's folder; else witnessmark-import-DATE-TIME here"),
    JSON("one JSON object in place of the text"),
    HELP,
};

static const wm_option AUDIT[] = {
    ROOT,
    WORD(
        NULL, "--allowed-signers", "FILE", "@file",
        "also check the signature of the root by ssh-keygen, against this file of allowed signers"),
    WORD(NULL, "--signature", "FILE", "@file",
         "the signature; else RECORD.root.sig, beside the record"),
    FLAG("-v", "--verbose", "every finding, also those of planned faults that were caught"),
    FLAG("-q", "--quiet",
         "the verdict's line, and the items with a failed check; with --strict all findings"),
    NUMBER("--jobs", 1, 256, "of several records, audit N at once; else one for each processor"),
    FLAG(NULL, "--summary",
         "print the counts, then only the records that are not valid or have findings"),
    FLAG(NULL, "--strict",
         "a finding, other than a planned fault that was caught, makes the exit status 1"),
    JSON("print one object"),
};

static const wm_option SHOW[] = {
    FLAG("-v", "--verbose", "all tables: checks, floors, transcripts, faults"),
    FLAG("-q", "--quiet", "the verdict alone"),
    FORM("--html", "all tables as one HTML file that needs no other; with a claim, its evidence",
         wm_print_html),
    FORM("--markdown", "all tables as Markdown; with a claim, one line to paste",
         wm_print_markdown),
    FORM("--latex", "the same as LaTeX that needs no package", wm_print_latex),
    FORM("--bibtex", "the record as an entry of a bibliography", wm_print_bibtex),
    FORM("--csv", "values with all digits: a row for each item (--claims: each claim)",
         wm_print_csv),
    JSON("one JSON object"),
    CHOICE(
        "--figure", "NAME",
        "graph clock archive repeats floors access devices stress lineage detection sizes probes "
        "attacks",
        "a figure as SVG; --latex: as a TikZ picture"),
    FLAG(NULL, "--data", "the numbers of the figure as CSV, each with its place in the evidence"),
    FLAG(NULL, "--claims", "every claim with its line and id, in place of the tables"),
    WORD(NULL, "--facts", "FILE", "@file",
         "the facts that the record withholds, with the values of those that a line of FILE shows. "
         "FILE is RECORD.facts of the producer, or lines of it. A line that does not fit ends in "
         "1"),
    FLAG(NULL, "--transcripts", "as -v, with the transcripts that are only an accept"),
    COLOR,
    HELP,
};

static const wm_option REVERIFY[] = {
    FLAG(NULL, "--product",
         "also recompute every output, injected faults and repairs too, with the recorded method "
         "if the device offers it. Check it here, and compare digests and residuals"),
    FLAG(NULL, "--reproducible",
         "leave out atomic sums, which no second run reproduces bit for bit; the answer says how "
         "many"),
    FLAG(NULL, "--exact",
         "with --product: judge only the outputs that every correct device has bit for bit, on any "
         "device. It ends in 0 if each is reproduced, in whatever way"),
    WORD(NULL, "--only", "PREFIX", NULL,
         "judge only the items whose label begins with PREFIX (gemm. or gemm.fp16.); can be given "
         "several times"),
    NUMBER(
        "--max-size", 1, UINT64_MAX,
        "skip products with a dimension above N; with --product also other items with an operand "
        "above N*N elements"),
    WORD(NULL, "--backend", "NAME", "cpu cuda",
         "recompute on this kind of device, which must exist: cpu or cuda. Else on the recorded "
         "kind, if it is here; a line says if it is not. The processors recompute the openings"),
    WORD(NULL, "--device", "WHICH", NULL,
         "which device of its kind: its number, its UUID, or the beginning of it"),
    THREADS(
        "host threads of a CPU device; else one for each processor. The bits of some outputs "
        "depend on it: with another number than the recorded one it never ends in 0, except with "
        "--exact"),
    FLAG(NULL, "--resume",
         "go on after an interruption; the finished outputs are saved in reverify-ROOT.jsonl in "
         "the current folder"),
    ROOT,
    WORD("-o", "--output", "PATH", "@file", "also seal a record of the re-verification"),
    FLAG("-v", "--verbose", "a row for each output, every reason and every finding"),
    FLAG("-q", "--quiet", "the verdict's line alone"),
    JSON("one JSON object"),
    COLOR,
    HELP,
};

#include "cli/command_fleet.h"
#include "cli/command_verify.h"

static const wm_option COMPARE[] = {
    WORD(NULL, "--fail-slower", "P%", NULL,
         "of two sides: exit 1 if B is slower by more than P percent, as 5%; 0 if not; 3 if the "
         "runs do not decide it, or nothing is asked: numbers that are no rate and no time, and "
         "outputs that are wrong by a planned fault that was caught, are not"),
    FLAG("-q", "--quiet", "the verdict alone"),
    FORM("--markdown", "tables as Markdown", wm_print_markdown),
    FORM("--csv", "a row for each item and record, with all digits", wm_print_csv),
    JSON("one JSON object"),
    COLOR,
    HELP,
};

static const wm_option DIFFERENTIAL[] = {
    WORD("-o", "--output", "PATH", "@file", "the new record's folder; never overwritten"),
    JSON("one JSON object"),
    COLOR,
    HELP,
};

static const wm_option LINEAGE[] = {
    FLAG("-v", "--verbose", "also the rates of all items over time"),
    FLAG(NULL, "--figure", "links and rates over time as a figure, as SVG"),
    FORM("--latex", "the figure as a TikZ picture", wm_print_latex),
    FLAG(NULL, "--data", "the numbers of the figure as CSV, each with its place in the evidence"),
    JSON("one JSON object; with --data its numbers"),
    HELP,
};

static const wm_option CHECK[] = {
    ROOT,
    JSON("print one object"),
};

static const wm_option PACK[] = {
    WORD("-o", "--output", "FILE", "@file",
         "the archive, by xz if it ends with .tar.xz; else RECORD.tar.gz; - is standard output"),
    JSON("print one object"),
};

static const wm_option BIND[] = {
    WORD(NULL, "--except", "FILE", "@file",
         "numbers that are bound to nothing, a line `FILE: TEXT: REASON` each; else "
         "witnessmark-bind.txt beside DOCUMENT, if it is there"),
    JSON("one JSON object in place of the lines"),
    COLOR,
    HELP,
};

static const wm_option PUBLISH[] = {
    WORD("-o", "--output", "PATH", "@file",
         "the new folder; with --document one file if it ends with .tar.gz or .tar.xz"),
    WORD(NULL, "--document", "FILE", "@file",
         "make a sealed document: an archive of this file, the sources and the record"),
    WORD(NULL, "--sources", "FILE...", "@file",
         "what the document is made from, by relative paths; all words up to the next option"),
    WORD(NULL, "--license", "TEXT", NULL,
         "the license for the metadata, a URL or words; else it says that none is stated"),
    JSON("print one object"),
    HELP,
};

static const wm_option LIST[] = {
    WORD(NULL, "--plan", "NAME", "@builtin", "print this built-in plan"),
    WORD(NULL, "--backend", "NAME", "cpu cuda",
         "for this kind of device: cpu (the default), or cuda"),
    WORD(NULL, "--device", "WHICH", NULL,
         "for the memory of this device: its number, its UUID, or the beginning of one"),
    JSON("one JSON object; a plan is JSON in any case"),
    HELP,
};

static const wm_option SELFTEST[] = {
    WORD(NULL, "--backend", "NAME", "cpu cuda", "the kind of device (cpu)"),
    WORD(NULL, "--device", "WHICH", NULL,
         "which device of its kind: its number (0), its UUID, or the beginning of it"),
    WORD(NULL, "--operation", "NAME", NULL, "only that operation, for instance gemm"),
    FLAG("-v", "--verbose", "a row for each operation, and every case on standard error"),
    FLAG("-q", "--quiet", "the verdict's line alone"),
    JSON("one JSON object"),
};

const wm_command wm_command_table[] = {
    {"run", wm_cmd_run, "measure this machine, verify its outputs, seal a record",
     "witnessmark run [OPTIONS]",
     "Runs a plan on a device, checks every output against its inputs, and seals a record. "
     "Without options: the default plan on the CPU, about a minute. A record is never "
     "overwritten. No network is used.",
     "exit status:\n"
     "  0      sealed; every check passed, every fault of the plan was caught\n"
     "  1      sealed; a check failed (even if the output was repaired), --inject made a fault, or "
     "a fault of the plan was missed\n"
     "  2      nothing sealed, or the answer could not be written\n"
     "  3      sealed; something could not be run or checked, or was over the budget\n"
     "  128+n  interrupted by signal n; saved for --resume\n"
     "With several devices: 1 if a run exits with 1 or outputs differ between devices; else 2, 3 "
     "or 0, in this order.\n"
     "With --dry-run: 3 if an item would be left out.\n"
     "With --continue: 1 if evidence preserved is `no`, 3 if an output was not compared or not "
     "judged; 1 if RECORD is invalid, 3 if it is unfinished or of another format; "
     "nothing is run then.\n"
     "With --against: 1 if a run failed, an output is wrong, or this build is slower; 3 if the "
     "budget ended a run, an item has no ratio, or --fail-slower is not decided.\n"
     "\n"
     "example: witnessmark run --plan quick -o my-record",
     NULL, OPTIONS(RUN, 21)},
    {"attack", wm_cmd_attack, "try the checks with faults and attacks, seal what they saw",
     "witnessmark attack [OPTIONS]",
     "Makes outputs wrong in many ways, and outputs as a dishonest producer would give them. Each "
     "trial is given to the checks of a record and, for products, to the paper's own. Seals how "
     "often each check rejected, with 95 % intervals. All draws follow from --nonce: the same "
     "command makes the same trials again. No network is used.",
     "exit status:\n"
     "  0      sealed\n"
     "  1      sealed; with --again, trials differ\n"
     "  2      nothing sealed, or the answer could not be written\n"
     "  3      sealed; something could not be tried, or was over the budget\n"
     "  128+n  interrupted by signal n; saved for --resume\n"
     "\n"
     "example: witnessmark attack -o my-attacks",
     NULL, OPTIONS(ATTACK, 21)},
    {"wrap", wm_cmd_wrap, "run any command several times, seal what was measured",
     "witnessmark wrap [OPTIONS] -- CMD [ARGUMENTS] [--vs CMD [ARGUMENTS]]...",
     "Runs CMD several times, without a shell, and seals a record. A repeat has its time, "
     "resources, exit status and a number from its output. The record also has the state of the "
     "machine, the arguments and the SHA-256 of the executable. With --vs several commands are "
     "compared: in each repeat all run once, in random order, and the ratio of their times has an "
     "interval. A repeat that fails, hangs or prints no number is recorded with its reason. Ctrl-C "
     "seals the repeats that are complete. No network is used.",
     "exit status:\n"
     "  0      sealed; every repeat ended with exit status 0\n"
     "  1      sealed; a repeat failed, or a command is slower than --fail-slower allows\n"
     "  2      nothing sealed (for example, CMD was not found), or the answer could not be "
     "written\n"
     "  3      sealed; a metric could not be read, or --fail-slower is not decided by the pairs\n"
     "  128+n  interrupted by signal n; the complete repeats are sealed\n"
     "\n"
     "example: witnessmark wrap --repeats 20 -o sort-time -- sort -n numbers.txt\n"
     "         witnessmark wrap -o sorts -- sort -n x --vs sort -n --parallel=1 x",
     "@command", OPTIONS(WRAP, 21)},
    {"import", wm_cmd_import, "seal the numbers of another tool's file",
     "witnessmark import [OPTIONS] FORMAT FILE",
     "Reads numbers that another tool wrote, and seals them as claims x.SERIES.VALUE. FILE may "
     "be -, the standard input; at most 64 MiB. FORMAT is one of\n"
     "\n"
     "  hyperfine          what hyperfine --export-json writes\n"
     "  google-benchmark   what --benchmark_format=json of Google Benchmark writes\n"
     "  nvbench            what nvbench --json writes, in version 1 of its layout\n"
     "  csv                a header, then rows; columns with text name the series, a unit in the "
     "header, as in `time [ms]`, is kept\n"
     "\n"
     "The record has the file's SHA-256 and, up to 262,144 bytes, the file itself. It is marked "
     "\"imported, not witnessed\": nobody saw these numbers being measured. NaN, Infinity and "
     "null become absent values with that reason; unknown fields are skipped. What was left out "
     "is printed. No network is used.",
     "exit status:\n"
     "  0  sealed\n"
     "  2  nothing sealed (for example, FILE is not of that format), or the answer could not be "
     "written\n"
     "\n"
     "example: witnessmark import hyperfine results.json -o my-record",
     "hyperfine,google-benchmark,nvbench,csv @file", OPTIONS(IMPORT, 21)},
    {"audit", wm_cmd_audit, "audit records from their bytes alone",
     "witnessmark audit [OPTIONS] RECORD...",
     "Audits a record offline and from its bytes alone: every id, edge, recomputed value, "
     "displayed text, the root, the files. RECORD is a folder, an evidence.jsonl, an archive of "
     "`witnessmark pack`, or - for standard input. A file that does not belong to the record is "
     "refused.",
     "The first line is the verdict and the root, or the file, line and rule that failed. Then "
     "come findings, and a line that counts the planned faults. Several records have one line "
     "each, in their order, then the counts.\n"
     "\n"
     "exit status:\n"
     "  0  valid, with or without findings\n"
     "  1  invalid, another root, a bad signature, or a finding with --strict\n"
     "  2  could not check\n"
     "  3  older or newer format, unfinished, without its priors, or without the signature\n"
     "Of several records: 1 if any is 1, else 2, else 3, else 0.\n"
     "\n"
     "example: witnessmark audit my-record --root 3c0b809b89af",
     "@record", OPTIONS(AUDIT, 17)},
    {"show", wm_cmd_show, "show a record's claims as tables",
     "witnessmark show [OPTIONS] RECORD [NAME]",
     "Audits RECORD (its folder or its evidence.jsonl) and prints its verdict and its rates. An "
     "invalid record is refused. NAME is an item's label, a claim's name, or the first 8 or more "
     "digits of a node's id. Of an item, prints all that the record says about it. Of a claim, "
     "prints its reductions and observations, and the commands that check it by hand; --latex "
     "and --markdown print one line to paste, with what belongs to the number. The NAME "
     "environment lists every fact of the machine, the device and the program; --csv too. --figure "
     "draws a figure, graph, clock and repeats of the item that NAME names: docs/figures.md.",
     "exit status:\n"
     "  0  shown, with or without findings\n"
     "  1  invalid\n"
     "  2  could not be read, or no such NAME\n"
     "  3  older or newer format, unfinished, or without its priors\n"
     "\n"
     "example: witnessmark show my-record gemm.fp16.n1024.rate",
     "@record @name", OPTIONS(SHOW, 17)},
    {"reverify", wm_cmd_reverify, "recompute the outputs of a record",
     "witnessmark reverify [OPTIONS] RECORD",
     "Audits RECORD, then recomputes on this machine what its device computed. Without --product "
     "only the opened chunks of outputs are recomputed, element by element from their seeds. "
     "Only --product checks residuals, floors and the rest of each output. So only --product can "
     "end in a yes, and without --exact only in the recorded way: by the same kind of device, "
     "kernels, libraries, threads and methods. The answer names those that differ. Times are not "
     "checked. No network is used.",
     "verdicts:\n"
     "  reproduced    the same digest here\n"
     "  spot-checked  all opened elements are what the seeds give\n"
     "  caught        a planned fault that the record rejects\n"
     "  differs       the output is not what the seeds give\n"
     "  wrong origin  another backend gives the same bits, where it should not\n"
     "  not checked   a line says why\n"
     "Shares of right chunks have 95 % confidence, also against a producer who tried 2^40 "
     "outputs.\n"
     "\n"
     "exit status:\n"
     "  0      every output was reproduced in the recorded way, or with --exact in any way, with "
     "all its residuals\n"
     "  1      the record is invalid or has a failed check, or an output differs or has a wrong "
     "origin\n"
     "  2      trouble\n"
     "  3      an output was not reproduced (only spot-checked, skipped, atomic sums), or not in "
     "the recorded way (another backend, library, method or number of threads), or the record is "
     "unfinished or of another format\n"
     "  128+n  interrupted by signal n; finished outputs are saved for --resume\n"
     "\n"
     "example: witnessmark reverify --product my-record",
     "@record", OPTIONS(REVERIFY, 19)},
    {"compare", wm_cmd_compare, "compare the rates and outputs of records",
     "witnessmark compare [OPTIONS] A B\n"
     "       witnessmark compare [OPTIONS] A1 A2 A3... -- B1 B2 B3...\n"
     "       witnessmark compare [OPTIONS] RECORD RECORD RECORD...",
     "Compares 2 to 64 records. Each is a folder, an archive or - for standard input, and is "
     "audited first. Nothing is written.\n"
     "A B: prints for each item both medians and their ratio B / A, and the facts that changed. "
     "One run does not show how much runs differ, so this form names no direction.\n"
     "A1 A2 A3 -- B1 B2 B3: several runs of each side, best made in turns (A B B A A B). The "
     "spread between the runs decides: B is faster or slower if the 99 % interval of the ratio "
     "does not hold 1. No direction where an item is starved, stopped, undetermined or wrong or "
     "shares its GPU, or where the runs differ in repeats, seconds or, within a side, in line 1 or "
     "the "
     "method.\n"
     "Three or more without `--`: one table against the median. The odd records are named, with "
     "at most 1 % false alarms for the whole table. Odd beyond: the limit; with few records it is "
     "wide.\n"
     "Outputs are compared by the digests of all repeats, for equal nonces. They must be identical "
     "for exact workloads, and for equal backend, device model and method. Own numbers (x.) are "
     "compared too.",
     "exit status:\n"
     "  0  compared, whatever the rates; with --fail-slower: no item is slower by more\n"
     "  1  outputs that must be identical are not, or a RECORD is invalid; with --fail-slower: an "
     "item is slower by more\n"
     "  2  a RECORD could not be read\n"
     "  3  inconclusive: no item may have a direction, or no record can be odd; with "
     "--fail-slower: an item is undecided, B lacks it, or no number counts. Or a RECORD is "
     "unfinished or of an older "
     "or newer format\n"
     "\n"
     "example: witnessmark compare old-1 old-2 old-3 -- new-1 new-2 new-3",
     "@record", OPTIONS(COMPARE, 20)},
    SCREEN_ROW,
    FLEET_ROW,
    {"differential", wm_cmd_differential, "seal a comparison of records, without a device",
     "witnessmark differential [OPTIONS] RECORD RECORD... -o PATH",
     "Compares the items of two to eight records and seals the comparison as a record. Each "
     "RECORD is a folder, an archive or - for standard input, and is audited first. The first "
     "takes the place of \"here\": each other one is linked to it. Outputs are compared by their "
     "digests; `run --continue` also compares elements. The new record holds the evidence of all "
     "of them.",
     "exit status:\n"
     "  0  sealed; every item was compared, and nothing differs\n"
     "  1  sealed; an output is different or wrong, a floor or numerical class was lost; or a "
     "RECORD is invalid\n"
     "  2  nothing sealed\n"
     "  3  sealed; an item was not compared, or an output was not judged; or a RECORD is "
     "unfinished or of an older or newer format\n"
     "\n"
     "example: witnessmark differential card-0 card-1 -o both-cards",
     "@record", OPTIONS(DIFFERENTIAL, 21)},
    {"lineage", wm_cmd_lineage, "draw which records continue which",
     "witnessmark lineage [OPTIONS] RECORD...",
     "Audits each RECORD, a folder, an archive or - for standard input. Draws as a tree which of "
     "them continue which. A line has the root's first 12 digits, the device, and the first 12 "
     "characters of its UUID. Then come the date of the first session in UTC, the folder, and "
     "what was kept of the prior. Every link is checked. The record that is continued must be "
     "given, and its bytes must be those of the stored prior. A record given twice counts once.\n"
     "--figure draws the records over time, a row each, and of each link how outputs and floors "
     "agree. Rates are over that of the first record, with intervals: two runs make no direction.",
     "exit status:\n"
     "  0  every link holds, and every output of a prior was compared\n"
     "  1  a RECORD is invalid, a stored prior has other bytes than the given one, or evidence "
     "preserved is `no`\n"
     "  2  a RECORD could not be read\n"
     "  3  a prior is not given, or an output of it was not compared or not judged; or a RECORD is "
     "unfinished or of an older or newer format\n"
     "\n"
     "example: witnessmark lineage card-2025 card-2026 card-2027",
     "@record", OPTIONS(LINEAGE, 11)},
    {"prove", wm_cmd_prove, "print the proof that a claim is in a record",
     "witnessmark prove RECORD CLAIM",
     "Audits the record and prints a proof of the claim: the path to the root, the root, the plan, "
     "all claims of the claim's item, and the item's repeats. `witnessmark check` checks it "
     "without the record. What the proof says is also printed on stderr, a wrong output first. "
     "RECORD is a folder, an evidence.jsonl, an archive, or - for standard input.",
     "exit status:\n"
     "  0  printed, also where the output is wrong\n"
     "  1  the record is invalid\n"
     "  2  trouble, or no such claim\n"
     "  3  another format, or unfinished\n"
     "\n"
     "example: witnessmark prove my-record gemm.f32.n1024.rate > rate.proof",
     "@record @claim", NO_OPTIONS},
    {"check", wm_cmd_check, "check a proof without the record",
     "witnessmark check [--root HEX] [--json] [PROOF]",
     "Checks a proof of `witnessmark prove`, from a file or from standard input. It proves that "
     "the claim is in the record with this root, and what the record says of the output behind it: "
     "whether its check passed, interval, class and flags. It does not prove that the record is "
     "valid.",
     "exit status:\n"
     "  0  the proof holds, and no output is wrong\n"
     "  1  it does not hold, it is for another root, or the output is wrong\n"
     "  2  trouble\n"
     "  3  it holds, and the output was not judged; or another format\n"
     "\n"
     "example: witnessmark check --root 3c0b809b89af rate.proof",
     "@file", OPTIONS(CHECK, 15)},
    VERIFY_ROW,
    {"pack", wm_cmd_pack, "pack a record into one file",
     "witnessmark pack [-o FILE] [--json] RECORD",
     "Audits a record's folder and packs it into one file, a tar archive that gzip compresses, or "
     "xz if FILE ends with .tar.xz or .txz. Every command that reads a record takes that file. "
     "Equal records give equal bytes with the same zlib or liblzma: order, modes, owners and times "
     "are fixed. The folder inside is witnessmark-ROOT, with the first 12 digits of the root. The "
     "archive is unpacked and audited before it gets its name. A file is never overwritten.",
     "exit status:\n"
     "  0  packed\n"
     "  1  the record is invalid\n"
     "  2  not packed; or it is there, and could not be synced or announced: the words say which\n"
     "  3  older or newer format, unfinished, or without its priors\n"
     "\n"
     "example: witnessmark pack my-record",
     "@record", OPTIONS(PACK, 21)},
    {"publish", wm_cmd_publish, "write macros, tables and figures for a paper from a record",
     "witnessmark publish RECORD -o DIR [--license TEXT] [--json]\n"
     "       witnessmark publish RECORD --document FILE [--sources FILE...] -o ARCHIVE",
     "Audits RECORD and writes the folder DIR: the numbers of the record as macros for LaTeX with "
     "their style file, tables, figures, an entry of a bibliography, an appendix, an in-toto "
     "statement, RO-Crate metadata, and "
     "report.html: one page that audits the record which it carries. DIR/README.md says what each "
     "file is. Equal records give equal bytes. RECORD is a folder, an evidence.jsonl, an archive, "
     "or - for standard input. An invalid record publishes nothing.\n"
     "With --document it makes a sealed document: document, sources, the record in anc/record, "
     "and anc/manifest.sha256 with all hashes. A source that claims to be a product of this record "
     "and is not is refused; one of another record is named. `witnessmark audit ARCHIVE` checks "
     "all of it.",
     "exit status:\n"
     "  0  written\n"
     "  1  the record is invalid, or a source differs from what the record gives\n"
     "  2  not written; or it is there, and could not be synced: the words say which\n"
     "  3  older or newer format, unfinished, or without its priors\n"
     "\n"
     "example: witnessmark publish my-record -o published",
     "@record", OPTIONS(PUBLISH, 20)},
    {"bind", wm_cmd_bind, "compare the numbers of a paper with records",
     "witnessmark bind [OPTIONS] DOCUMENT.tex RECORD...\n"
     "       witnessmark bind [--json] DOCUMENT.pdf RECORD...",
     "Reads a LaTeX document, and the files that it names below its folder. Lists bound numbers "
     "that differ from the record: stale or edited files of `publish`, unknown names, claims "
     "without a value or of a wrong output, other roots, and digits beside a comment "
     "`% bind: CLAIM`. Lists numbers that look like results and are bound to no claim. Each "
     "line has file, line, column and the macro to paste. When in doubt it is silent. A sentence "
     "that compares two items gets a note. LaTeX is not needed. Of a PDF, compares the links of "
     "its numbers; poppler's tools read it. Each RECORD is audited first. Nothing is written.",
     "exit status:\n"
     "  0  all bound numbers agree, and no other number looks like a result\n"
     "  1  a finding, or an exception that matches nothing; or a RECORD is invalid\n"
     "  2  trouble, or an exception without a reason\n"
     "  3  a file of the document is outside of its folder; a PDF has no such links; or a RECORD "
     "is unfinished or of an "
     "older "
     "or newer format\n"
     "\n"
     "example: witnessmark bind paper.tex my-record",
     "@file @record", OPTIONS(BIND, 17)},
    {"canon", wm_cmd_canon, "write the canonical image of JSON", "witnessmark canon [FILE]",
     "Reads one JSON value (RFC 8259) from FILE or standard input. Writes its canonical image "
     "(RFC 8785, JCS) and a newline. Duplicate names in an object, lone surrogates and numbers "
     "that overflow have no image. Limits: 16 MiB, and 10,000 levels of nesting.",
     "exit status:\n"
     "  0  written\n"
     "  1  the input has no canonical image\n"
     "  2  the input could not be read, or is past a limit\n"
     "\n"
     "example: the id of a node is the hash of its canonical image\n"
     "    echo '{\"b\": 1.0, \"a\": 2}' | witnessmark canon | sha256sum",
     "@file", NO_OPTIONS},
    {"list", wm_cmd_list, "list devices, workloads, plans and faults",
     "witnessmark list [--json]\n"
     "       witnessmark list --plan NAME [--backend NAME] [--device WHICH]",
     "Lists the devices of each backend in this program, or why there is none. Also lists the "
     "workloads for a plan, the built-in plans, and the faults for `run --inject`. Nothing is "
     "measured. With --plan, prints that plan as the JSON file that `run --plan FILE` reads, to "
     "be edited.",
     "exit status:\n"
     "  0  listed\n"
     "  2  wrong usage, or the output could not be written\n"
     "\n"
     "example: witnessmark list --plan quick > my-plan.json",
     NULL, OPTIONS(LIST, 19)},
    {"selftest", wm_cmd_selftest, "test every operation of a device against the reference loops",
     "witnessmark selftest [--backend NAME] [--device WHICH] [--operation NAME]\n"
     "                            [-v | -q] [--json]",
     "Runs every operation of a device and compares with slow, plain reference loops. Shapes are "
     "small, odd and non-square. Values are those of all formats, with subnormals, infinities, "
     "NaN, saturation, and every code of the 8- and 16-bit formats. Without a failure the answer "
     "is one line; else it lists what failed.",
     "exit status:\n"
     "  0  all cases passed\n"
     "  1  a case failed\n"
     "  2  no such device or operation\n"
     "  3  the device supports none of the cases\n"
     "\n"
     "example: witnessmark selftest",
     NULL, OPTIONS(SELFTEST, 20)},
    {.name = NULL},
};
