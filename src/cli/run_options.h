/* The command line of `run`. */
#ifndef WM_CLI_RUN_OPTIONS_H
#define WM_CLI_RUN_OPTIONS_H

#include "backend/backend.h"
#include "base/buffer.h"
#include "measure/machine.h"
#include "measure/schedule.h"
#include "study/fault.h"
#include "study/run_plan.h"

typedef struct wm_run_options {
    int argc; /* the command line; argv[0] is the command */
    char **argv;
    char path[4096]; /* the record's folder */
    const char *plan;
    const char *backend;
    const char *device_word; /* --device: its number or UUID, or several; NULL: the first */
    const char *nonce;       /* NULL: the nonce of the plan */
    const char *continues;   /* --continue: the record's folder; NULL: none */
    const char **labels;     /* --item; argc of them can be set */
    size_t label_count;
    uint64_t repeats;      /* --repeats; 0: the prior's */
    double repeat_seconds; /* --seconds; NaN: the prior's */
    double item_seconds;   /* --item-seconds; 0: no limit */
    wm_device_options device;
    double wait_quiet_s;      /* --wait-quiet; 0: do not wait */
    bool is_witnessed_by_cpu; /* --witness cpu */
    bool in_turn;             /* --in-turn: several devices, one after the other */
    wm_machine_cards cards;   /* --card-of; count 0: not given */
    bool resume;
    bool as_json;
    bool is_coloured;
    bool is_verbose; /* -v: all tables */
    bool is_quiet;   /* -q: the verdict alone, and no progress */
    wm_fault fault;
    wm_on_fault on_fault;
} wm_run_options;

/* Reads the arguments. Returns WM_EXIT_YES, or prints an error and returns WM_EXIT_TROUBLE.
 * Ownership: wm_run_options_clear in both cases. */
int wm_run_options_parse(int argc, char **argv, wm_run_options *ask);

/* Frees the memory. */
void wm_run_options_clear(wm_run_options *ask);

/* Reads a plan's file. Errors: OPEN, IO, LIMIT (larger than 1 MiB), NOMEM. */
WM_MUST_CHECK wm_status wm_run_options_read_file(const char *path, wm_buffer *text, wm_error *err);

/* Whether an option of `run` takes the next word as its value. */
bool wm_run_options_takes_value(const char *word);

/* Opens the device of --backend and --device, and stores its number. Errors: those of
 * wm_registry_open. */
WM_MUST_CHECK wm_status wm_run_options_open_device(wm_run_options *ask, wm_device **device,
                                                   wm_error *err);

/* Opens the device that checks the outputs; *witness is NULL if the device itself checks them.
 * Errors: those of wm_registry_open. */
WM_MUST_CHECK wm_status wm_run_options_open_witness(const wm_run_options *ask, wm_device **witness,
                                                    wm_error *err);

/* Reads the plan of --plan: a built-in one, or a file. Errors: NOTFOUND, OPEN, IO, and
 * those of wm_schedule_file_parse. */
WM_MUST_CHECK wm_status wm_run_options_read_plan(const wm_run_options *ask, wm_device *device,
                                                 wm_schedule *schedule, wm_error *err);

#endif
