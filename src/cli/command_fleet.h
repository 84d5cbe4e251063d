/* The options of `screen` and `fleet`, and their rows of the table of commands. Only command.c
 * includes this file, which has the macros for rows; it is as long as a file may be. */
#ifndef WM_CLI_COMMAND_FLEET_H
#define WM_CLI_COMMAND_FLEET_H

static const wm_option SCREEN[] = {
    WORD(NULL, "--budget", "TIME", NULL,
         "the answer comes within this time, as 20s, 2m or 1h; else 45s. The unit is needed"),
    WORD(NULL, "--device", "all|LIST", NULL,
         "the devices, by number or by the beginning of a UUID, as 0,1; else all"),
    WORD(NULL, "--backend", "NAME", "cpu cuda",
         "devices of this kind; else all GPUs, or the CPU of a node that has none"),
    THREADS("host threads of a CPU device; else one for each processor"),
    WORD(NULL, "--nonce", "HEX", NULL,
         "0 to 64 lower-case hex digits that all inputs depend on; the same one for all nodes of a "
         "sweep, so that their outputs can be compared"),
    WORD(NULL, "--baseline", "FILE", "@file",
         "rates of healthy devices, of `fleet --make-baseline`. Without it no device is slow"),
    WORD(NULL, "--state", "DIR", "@file",
         "what was screened when, and records without -o; else /var/lib/witnessmark for root, and "
         "~/.local/state/witnessmark/HOST for others"),
    CHOICE("--format", "HOW", "text json ocp",
           "text (the default), json, or the lines of OCP Test & Validation 2.0"),
    WORD(NULL, "--prom", "FILE", "@file",
         "replace FILE with metrics for node_exporter's textfile collector"),
    NUMBER("--reason-fd", 3, 1023, "also write the first line to this open descriptor"),
    CHOICE("--exit", "HOW", "own nagios",
           "exit statuses: own (the default), or those of a monitoring plugin: 0 ok; 1 slow, "
           "suspect; 2 wrong; 3 all else, also where the screen itself fails"),
    WORD("-o", "--output", "PATH", "@file",
         "the record, or the folder of records of several devices, which must be new; else one in "
         "the "
         "state folder"),
    FLAG("-v", "--verbose", "print on stderr what the measuring processes print"),
    FLAG("-q", "--quiet", "the first line alone"),
    JSON("the same as --format json"),
};

static const char SCREEN_ABOUT[] =
    "Measures the devices of this node, all at once, and compares every output: exact items first, "
    "then loads. What was not screened for the longest time comes first. A wrong output is tried "
    "again: with the same inputs, with new ones, and checked by the CPU. The first line has the "
    "state, the device and what was found, in 80 columns. Each device leaves a light record; of a "
    "wrong output each try leaves a whole one beside it. A device that hangs does not delay the "
    "answer. Nothing is drained, reset or stopped. No network is used.";

static const char SCREEN_AFTER[] =
    "states, the most serious one first:\n"
    "  wrong           an output was wrong, and wrong again when it was tried again\n"
    "  trouble         the device or its driver failed or hangs\n"
    "  suspect         an output was wrong, and no try again was\n"
    "  inconclusive    nothing wrong was seen, and an item failed or none was whole\n"
    "  busy            another process uses the GPU, or another screen runs: nothing was run\n"
    "  not applicable  there is no such device\n"
    "  slow            a rate is below that of healthy devices in the baseline\n"
    "  ok              all outputs were right\n"
    "Of several devices the most serious state decides.\n"
    "\n"
    "exit status:\n"
    "  0  ok or slow\n"
    "  1  wrong\n"
    "  2  trouble\n"
    "  3  all else\n"
    "\n"
    "example: witnessmark screen --budget 20s";

#define SCREEN_ROW                                                                                \
    {                                                                                             \
        "screen", wm_cmd_screen, "say whether this node is fit for work, within a time",          \
            "witnessmark screen [OPTIONS]", SCREEN_ABOUT, SCREEN_AFTER, NULL, OPTIONS(SCREEN, 20) \
    }

static const wm_option FLEET[] = {
    WORD(NULL, "--expected", "NODES", "@file",
         "the nodes that were asked: a file with names or folded lists, or a folded list itself, "
         "as n[01-50]"),
    WORD(NULL, "--baseline", "FILE", "@file",
         "judge rates by this baseline; else by the median of the sweep, from 8 nodes on"),
    WORD("-o", "--output", "REPORT", "@file",
         "write this new folder: fleet.jsonl, fleet.prom, wrong.nodes, invalid.nodes, slow.nodes, "
         "missing.nodes; else nothing is written"),
    WORD(NULL, "--make-baseline", "FILE", "@file",
         "write a baseline of this sweep, which must be healthy; never overwritten"),
    WORD(NULL, "--since", "DIR", "@file",
         "say what changed since an earlier REPORT: states, digests, rates, devices, programs"),
    {"-j", "--jobs", "N", NULL, "read N records at once; else one for each processor",
     WM_TAKES_NUMBER, 1, 256, NULL},
    FLAG("-q", "--quiet", "the verdict's line alone"),
    JSON("one JSON object"),
    COLOR,
    HELP,
};

#define FLEET_ROW                                                                                  \
    {                                                                                              \
        "fleet", wm_cmd_fleet, "read the records of many nodes, and name the odd ones",            \
            "witnessmark fleet DIR --expected NODES [OPTIONS]",                                    \
            "Reads DIR/NODE.tar.gz, DIR/NODE.tar.xz, DIR/NODE.tar or the folder DIR/NODE of each " \
            "expected node, and DIR/NODE.exit, which holds the exit status of its run. An "        \
            "archive or a folder may hold a record for each device. All records are audited. "     \
            "Digests that must be equal are compared "                                             \
            "by "                                                                                  \
            "vote: a strict majority of at least 3 votes decides, and without it nobody is "       \
            "accused. Rates are compared with the fleet's median, with at most 1 % false alarms "  \
            "for a whole sweep. Each node has a state, the worst that was found: wrong, invalid, " \
            "trouble, missing, unfinished, undecided, inconclusive, slow, ok. docs/fleet.md says " \
            "how to make a sweep, docs/formats/fleet.md what is judged and written.",              \
            "exit status:\n"                                                                       \
            "  0  every node is ok or slow\n"                                                      \
            "  1  a node is wrong, or its record invalid\n"                                        \
            "  2  trouble: no verdict, or REPORT or FILE was not written\n"                        \
            "  3  a node is missing, unfinished, undecided, inconclusive or in trouble; with "     \
            "--make-baseline: the sweep is not healthy\n"                                          \
            "\n"                                                                                   \
            "example: witnessmark fleet sweep --expected 'n[01-50]' -o report",                    \
            "@file", OPTIONS(FLEET, 24)                                                            \
    }

#endif
