/* The command line of `run`. */
#ifndef WM_CLI_RUN_OPTIONS_H
#define WM_CLI_RUN_OPTIONS_H

#include "cli/command.h"
#include "measure/facts/machine.h"
#include "measure/schedule_pick.h"
#include "study/output/fault.h"
#include "study/procedure/settings.h"

typedef struct wm_run_options wm_run_options;

/* The built-in plans of a command. */
typedef struct wm_run_plans {
    const char *usual; /* without --plan */
    const wm_schedule_entry *(*at)(size_t index);
    wm_status (*make)(const char *name, const char *kind, double memory_bytes,
                      wm_schedule *schedule);
    bool has_trials; /* their items have trials; else none may have */
    int (*report_again)(const wm_run_options *ask); /* with --again; NULL: there is no --again */
} wm_run_plans;

struct wm_run_options {
    const wm_call *call;
    char **words;        /* room for as many words as the command line has */
    const char *output;  /* -o; NULL: not given */
    char path[4096];     /* the record's folder; wm_new_path_of_run sets it */
    size_t own_size;     /* bytes of the default name in `path`; 0: -o or --resume gave it */
    unsigned own_suffix; /* of the default name: 2, 3, ...; 0: none */
    const char *plan;    /* --plan; NULL: not given */
    const wm_run_plans *plans;
    const char *backend; /* the host's if --backend was not given */
    bool has_backend;
    const char *device_word; /* --device: its number or UUID, or several; NULL: the first */
    const char *nonce;       /* NULL: the nonce of the plan */
    const char *continues;   /* --continue: the record's folder; NULL: none */
    const char *again;       /* --again: a record of trials, unpacked; NULL: none */
    const char *again_given; /* the same as on the command line */
    const char **labels;     /* --item; as many as the command line has words can be set */
    wm_schedule_pick pick;   /* of them, --repeats and --seconds */
    double begin_s;          /* when the command began, on wm_clock_s */
    unsigned hidden;         /* --redact, as bits of measure/facts/redact.h */
    wm_named named;          /* --fact */
    const char *facts[WM_NAMED_MOST]; /* its words */
    size_t fact_count;
    bool dry_run;
    bool light; /* --light */
    /* of the run: from --item-seconds, --budget, --on-fault and the options of the device; `run`
     * sets the rest */
    wm_settings settings;
    double wait_quiet_s;           /* --wait-quiet; 0: do not wait */
    const char *witness;           /* --witness; NULL: not given */
    unsigned is_witnessed_by_host; /* --witness cpu */
    unsigned steps;                /* --steps; 0: not given */
    bool in_turn;                  /* --in-turn: several devices, one after the other */
    wm_machine_cards cards;        /* --card-of; count 0: not given */
    bool resume;
    const char *against;     /* --against: another build; NULL: none */
    const char *fail_slower; /* --fail-slower; NULL: not given */
    wm_fault fault;
};

/* Runs a plan of a command, seals the record, and returns the exit status (cmd_run.c). */
int wm_cmd_run_plans(wm_call *call, const wm_run_plans *plans);

/* Reads the arguments. Returns WM_EXIT_YES, or prints an error and returns WM_EXIT_TROUBLE.
 * Ownership: wm_run_options_clear in both cases. */
int wm_run_options_parse(wm_call *call, const wm_run_plans *plans, wm_run_options *ask);

/* Frees the memory. */
void wm_run_options_clear(wm_run_options *ask);

/* The name of the plan: that of --plan, else the usual one. */
const char *wm_run_options_plan(const wm_run_options *ask);

/* Reads a plan's file, or the standard input for `-`. Errors: OPEN (not a regular file; the message
 * names a near built-in plan), IO, LIMIT (larger than 1 MiB), NOMEM. */
WM_MUST_CHECK wm_status wm_run_options_read_file(const char *path, wm_buffer *text, wm_error *err);

/* Writes ` (did you mean 'NAME'?)` with the built-in plan that is nearest, or "". */
void wm_run_options_hint(const char *plan, char hint[64]);

/* Copies the words of the command line to `kept`, without some options and their values. `without`
 * is their names, with blanks between them. Returns how many words it copied. */
size_t wm_run_options_words(const wm_run_options *ask, const char *without, char **kept);

/* Opens the device of --backend and --device, and stores its number. Errors: those of
 * wm_registry_open. */
WM_MUST_CHECK wm_status wm_run_options_open_device(wm_run_options *ask, wm_device **device,
                                                   wm_error *err);

/* The memory for an item of a built-in plan on a device: 0.9 of all, INFINITY if unknown. Errors:
 * those of wm_registry_open. */
WM_MUST_CHECK wm_status wm_run_options_memory(const wm_call *call, const char *backend,
                                              const char *word, double *memory_bytes,
                                              wm_error *err);

/* Opens the device that checks the outputs; *witness is NULL if the device itself checks them.
 * Errors: those of wm_registry_open. */
WM_MUST_CHECK wm_status wm_run_options_open_witness(const wm_run_options *ask, wm_device **witness,
                                                    wm_error *err);

/* Makes the plan that is asked for: that of --plan (a built-in one, a file, or `-` for the standard
 * input) or the default plan, with the items of --item alone; or of the labels of --item. --repeats
 * and --seconds change it. Errors: NOTFOUND, OPEN, IO, those of wm_schedule_file_parse,
 * wm_schedule_pick_make and wm_schedule_pick_from. Ownership: wm_schedule_clear. */
WM_MUST_CHECK wm_status wm_run_options_read_plan(const wm_run_options *ask, wm_device *device,
                                                 wm_schedule *schedule, wm_error *err);

/* Makes a plan that of a light record, if --light or `is_light` asks for it, and says how many
 * items are left out. Errors: NOTFOUND (no item is exact). */
WM_MUST_CHECK wm_status wm_run_options_light(const wm_run_options *ask, bool is_light,
                                             wm_schedule *schedule, wm_error *err);

/* Gives the fault of --inject to the items of a plan. Errors: those of wm_fault_plan. */
WM_MUST_CHECK wm_status wm_run_options_inject(const wm_run_options *ask, wm_schedule *schedule,
                                              wm_error *err);

#endif
