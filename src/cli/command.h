/* What a command of the program is: one file cmd_NAME.c each, gathered in main.c's table. */
#ifndef WM_CLI_COMMAND_H
#define WM_CLI_COMMAND_H

/* The exit status of every command: docs/man/witnessmark.1, section EXIT STATUS. 128 + n: interrupted by signal n. */
enum {
    WM_EXIT_YES = 0,          /* done; valid; verified */
    WM_EXIT_NO = 1,           /* read, and found wrong */
    WM_EXIT_TROUBLE = 2,      /* usage, cannot open, read or write, no such device */
    WM_EXIT_INCONCLUSIVE = 3, /* a required check could not run; a newer format */
    WM_EXIT_SIGNAL = 128
};

/* A command. run gets its own name as argv[0] and its arguments behind it; --help is answered before it is called. */
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
