/* What a command of the program is: one file cmd_NAME.c each, gathered in main.c's table. */
#ifndef WM_CLI_COMMAND_H
#define WM_CLI_COMMAND_H

#include "report/exit_status.h"

/* A command. run gets its own name as argv[0] and its arguments behind it; --help is answered
 * before it is called. */
typedef struct wm_command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *help;    /* what --help prints: usage, options, one example */
    int (*run)(int argc, char **argv);
} wm_command;

extern const wm_command wm_cmd_audit;
extern const wm_command wm_cmd_canon;
extern const wm_command wm_cmd_check;
extern const wm_command wm_cmd_list;
extern const wm_command wm_cmd_prove;
extern const wm_command wm_cmd_reverify;
extern const wm_command wm_cmd_run;
extern const wm_command wm_cmd_selftest;
extern const wm_command wm_cmd_show;

#endif
