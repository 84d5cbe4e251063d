/* The options of `run` and `wrap`, rows of the table of commands; only command.c includes it. */
#ifndef WM_CLI_COMMAND_MEASURE_H
#define WM_CLI_COMMAND_MEASURE_H

static const wm_option RUN[] = {
    {.help = "what to run:"},
    WORD(NULL, "--plan", "NAME|FILE", "@plan",
         "a built-in plan (see `witnessmark list`), a JSON file, or - for the standard input"),
    WORD(NULL, "--item", "LABEL", NULL,
         "only this item of the plan, or of RECORD. Without --plan an item of its own, as "
         "gemm.fp16.n4096. Can be repeated"),
    NUMBER("--repeats", 1, WM_TABLES_REPEATS,
           "measure each item N times; else as the plan says, or 8 times. An interval needs 6 "
           "repeats, a class 8"),
    SECONDS("--seconds", "S", 1, 3600,
            "each repeat lasts at least S seconds; else as the plan says, or 0.2"),
    WORD(NULL, "--budget", "TIME", NULL,
         "end within this time, as 30s, 2m or 1h; the unit is needed. Repeats get shorter and "
         "fewer. An item that does not fit is recorded as failed"),
    SECONDS(
        "--item-seconds", "S", 1, 86400,
        "no repeat of an item starts after this time. An item that is predicted to take longer is "
        "not started"),
    FLAG(NULL, "--light",
         "a light record, for fleets: only items whose outputs are exact, 12 of 8 repeats at most, "
         "without openings and checkers. As tar.xz, without --fact and minutes, it has at most "
         "64 KB. 3 if the plan has no such item"),
    FLAG(NULL, "--dry-run",
         "print the items with time, memory and what the device refuses. Nothing is measured or "
         "written"),
    WORD(NULL, "--nonce", "HEX", NULL,
         "0 to 64 lower-case hex digits that all inputs and challenges depend on"),
    WORD(NULL, "--continue", "RECORD", "@record",
         "run the items of another record with its nonce, in place of a plan, and compare. RECORD "
         "is audited first. The new record holds its evidence"),
    WORD(NULL, "--inject", "KIND[:ROW[,COLUMN]][@LABEL]", "@fault",
         "inject a fault into the outputs that are witnessed, or into the output of the item "
         "LABEL. KIND: bit, bits, element, row, tile, nan, stale, operand or precision. The record "
         "shows it"),
    CHOICE("--on-fault", "WHAT", "repair continue stop",
           "on a rejected output: repair (the default), continue or stop"),
    {.help = "where to run it:"},
    WORD(NULL, "--backend", "NAME", "cpu cuda", "the kind of device: cpu (the default), or cuda"),
    WORD(NULL, "--device", "WHICH", NULL,
         "which device of its kind: its number in `witnessmark list`, its UUID, or the beginning "
         "of one. Several, as 0,1 or all, are compared. Then -o is a folder with a record for each "
         "device and pass"),
    FLAG(NULL, "--in-turn", "several devices run one after the other; else all at once"),
    WORD(NULL, "--card-of", "WORDS", NULL,
         "PASS,COUNT,at-once or PASS,COUNT,in-turn: how this device runs beside others, for the "
         "record. A run on several devices sets it"),
    CHOICE("--witness", "WHO", "device cpu",
           "who checks the outputs: device (the default) or cpu, which takes only the outputs from "
           "the device"),
    THREADS("host threads of a CPU device; else one for each processor"),
    SECONDS(
        "--wait-quiet", "SECONDS", 0, 86400,
        "wait at most so long until nothing else uses the machine. Each run watches it for 0.2 s "
        "and warns if it is busy"),
    NUMBER("--steps", WM_POWER_LEVELS_LEAST, WM_POWER_LEVELS_MOST,
           "set N power limits of a GPU across the repeats of each item. They go from its least to "
           "the one in force, which is set again at the end. Where none can be set, a line says so "
           "and the run goes on"),
    FLAG(NULL, "--try-permissions",
         "record whether this user may set the GPU's clocks and power limit. It sets the values "
         "that are in force. Refused for root"),
    FLAG(NULL, "--no-tuning",
         "take the first method of the GPU's libraries that runs, in place of the fastest of "
         "several that are timed. A large product then starts about 3 s earlier, and its rate can "
         "be lower. On a CPU it changes nothing"),
    {.help = "compare builds:"},
    WORD(NULL, "--against", "PROGRAM", "@file",
         "compare this build with another one. In each pair both run once, in random order, as new "
         "processes. Pairs are made for the --budget, or 60 s, and at least 6. Without options: "
         "the plan quick, 1 repeat of 0.1 s"),
    WORD(NULL, "--fail-slower", "PERCENT", NULL,
         "with --against: end in 1 if this build is slower by more than PERCENT, as 5%: the "
         "interval of the ratio of an item is below it; in 3 if it contains it"),
    {.help = "the record:"},
    WORD("-o", "--output", "PATH", "@file",
         "the record's folder; else witnessmark-run-DATE-TIME here, with -2, -3 and so on if that "
         "exists"),
    WORD(
        NULL, "--fact", "NAME=VALUE", NULL,
        "a fact of your own, as node=n17, rack=r3 or lot=2026-11. The record has it as named.NAME. "
        "Can be repeated, 16 times at most"),
    WORD(NULL, "--redact", "WORDS", "serial uuid serial,uuid",
         "serial, uuid, names of --fact, with commas. These facts are null in the record, with a "
         "salted hash each; OUTPUT.facts beside it, for you alone, has their values"),
    FLAG(NULL, "--resume",
         "resume an interrupted run with the plan and the options of its record. -o names the "
         "record if this folder has several"),
    FLAG("-v", "--verbose", "all tables: checks, floors, transcripts, faults"),
    FLAG("-q", "--quiet", "the verdict alone, and no progress"),
    JSON("one JSON object in place of the table"),
    COLOR,
    HELP,
};

static const wm_option ATTACK[] = {
    {.help = "what to try:"},
    WORD(
        NULL, "--plan", "NAME", "quick attacks curves sizes largest alarms",
        "quick (the default: seconds), attacks (every attack on every format), curves (every fault "
        "on every format), sizes (a few faults on products up to 4096), largest (of 16384), or "
        "alarms (correct outputs, a thousand of each kind)"),
    WORD(NULL, "--item", "LABEL", NULL,
         "only this item of the plan. Without --plan an item of its own, as "
         "gemm.fp16.n512.trial_bit_13. Can be repeated"),
    WORD(NULL, "--again", "RECORD", "@record",
         "make the trials of this record again, with its nonce, and say where they differ"),
    NUMBER("--repeats", 1, WM_TABLES_REPEATS, "N trials of each item; else as the plan says, or 8"),
    WORD(NULL, "--nonce", "HEX", NULL,
         "0 to 64 lower-case hex digits that all inputs, faults and challenges depend on"),
    WORD(NULL, "--budget", "TIME", NULL,
         "end within this time, as 30s, 2m or 1h. An item that does not fit is recorded as failed"),
    FLAG(NULL, "--dry-run", "print the items with time and memory. Nothing is tried or written"),
    {.help = "where to try it:"},
    WORD(NULL, "--backend", "NAME", "cpu cuda", "the kind of device: cpu (the default), or cuda"),
    WORD(NULL, "--device", "WHICH", NULL,
         "which device of its kind: its number in `witnessmark list`, its UUID, or the beginning "
         "of one"),
    THREADS("host threads of a CPU device; else one for each processor"),
    {.help = "the record:"},
    WORD("-o", "--output", "PATH", "@file",
         "the record's folder; else witnessmark-attack-DATE-TIME here, with -2, -3 and so on if "
         "that exists"),
    FLAG(NULL, "--resume",
         "resume an interrupted run. -o names the record if this folder has several"),
    FLAG("-v", "--verbose", "all tables"),
    FLAG("-q", "--quiet", "the verdict alone, and no progress"),
    JSON("one JSON object in place of the table"),
    COLOR,
    HELP,
};

static const wm_option WRAP[] = {
    WORD("-o", "--output", "PATH", "@file",
         "the record's folder; else witnessmark-wrap-DATE-TIME here"),
    NUMBER("--repeats", 1, WM_WRAP_REPEATS, "how often CMD is measured, 1 to 10000; else 10"),
    NUMBER("--warmup", 0, WM_WRAP_WARMUPS,
           "runs before that, 0 to 1000; else 1. They are a series of their own"),
    SECONDS("--min-time", "S", 0, 86400,
            "more repeats, until those of each command lasted S seconds together"),
    WORD(NULL, "--scan", "NAME=A,B,...", NULL,
         "compare the command with itself: {NAME} in its words becomes A, then B and so on"),
    WORD(NULL, "--fail-slower", "PERCENT", NULL,
         "end in 1 if a command is slower than the first by more than PERCENT, as 5%: the interval "
         "of their ratio is above it; in 3 if it contains it"),
    WORD(NULL, "--stdin", "FILE", "@file",
         "the standard input of each run; else it is empty. The record has its SHA-256"),
    WORD(NULL, "--input", "FILE", "@file",
         "a file that the commands read: the record has its SHA-256, and a run with another one "
         "fails. Can be repeated"),
    WORD(NULL, "--setup", "COMMAND", NULL, "given to /bin/sh once, before all runs"),
    WORD(NULL, "--prepare", "COMMAND", NULL,
         "given to /bin/sh before each run, outside of the time"),
    WORD(NULL, "--cleanup", "COMMAND", NULL, "given to /bin/sh once, after all runs"),
    WORD(NULL, "--timeout", "S", NULL,
         "a run that takes longer is ended and counts as failed. Its process group gets SIGTERM, "
         "and SIGKILL 2 s later"),
    WORD(NULL, "--metric", "REGEX", NULL,
         "a POSIX extended regular expression with a group. In the first match in the standard "
         "output (its first 65536 bytes) the text of the group is a number. It is recorded"),
    WORD(NULL, "--unit", "U", NULL, "the unit of that number, 1 to 16 of A-Z a-z 0-9 / %"),
    WORD(NULL, "--variable", "NAME", NULL,
         "record this variable of the environment; can be repeated"),
    WORD(
        NULL, "--fact", "NAME=VALUE", NULL,
        "a fact of your own, as node=n17, rack=r3 or lot=2026-11. The record has it as named.NAME. "
        "Can be repeated, 16 times at most"),
    WORD(
        NULL, "--redact", "WORDS", "argument path setup prepare cleanup",
        "argument, argument:N, path, setup, prepare, cleanup, or names of --fact, with commas; can "
        "be repeated. The record lacks all arguments, the Nth, the folders of the program's path, "
        "the texts of these options, or these facts. Of each fact it has a salted hash, and "
        "OUTPUT.facts beside it, for you alone, its value"),
    FLAG(NULL, "--ignore-failure", "an exit status other than 0 is a result, not a failure"),
    JSON("one JSON object in place of the table"),
    COLOR,
    HELP,
};

#endif
