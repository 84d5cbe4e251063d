/* The commands of the program, one file cmd_NAME.c each, listed in main.c. */
#ifndef WM_CLI_COMMAND_H
#define WM_CLI_COMMAND_H

#include "record/tables/exit_status.h"

/* A command. argv[0] is its name, then its arguments. main.c handles --help. */
typedef struct wm_command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *help;    /* the text of --help: usage, options, exit status, one example */
    int (*run)(int argc, char **argv);
} wm_command;

extern const wm_command wm_cmd_audit;
extern const wm_command wm_cmd_canon;
extern const wm_command wm_cmd_check;
extern const wm_command wm_cmd_compare;
extern const wm_command wm_cmd_differential;
extern const wm_command wm_cmd_import;
extern const wm_command wm_cmd_lineage;
extern const wm_command wm_cmd_list;
extern const wm_command wm_cmd_pack;
extern const wm_command wm_cmd_prove;
extern const wm_command wm_cmd_reverify;
extern const wm_command wm_cmd_run;
extern const wm_command wm_cmd_selftest;
extern const wm_command wm_cmd_show;
extern const wm_command wm_cmd_wrap;

#endif
