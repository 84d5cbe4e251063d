/* The commands of the program, one file cmd_NAME.c each, and their options. */
#ifndef WM_CLI_COMMAND_H
#define WM_CLI_COMMAND_H

#include "record/tables/exit_status.h"
#include "report/print/printers.h"

/* What an argument may be; another word is refused. */
typedef enum wm_takes {
    WM_TAKES_WORD,
    WM_TAKES_CHOICE, /* one of `values` */
    WM_TAKES_NUMBER, /* from `least` to `most` */
    WM_TAKES_SECONDS /* digits and a fraction, at most `most`; `least` 1: above 0 */
} wm_takes;

/* An option, or a heading above those that follow. */
typedef struct wm_option {
    const char *letter;   /* "-o"; NULL: none */
    const char *name;     /* "--output"; NULL: a heading */
    const char *argument; /* "PATH"; NULL: a flag */
    /* What completes the argument: words with blanks between them, or one of @file, @record, @plan
     * (built-in, or a file), @builtin, @fault. NULL: nothing that is known. */
    const char *values;
    const char *help; /* a line; the first sentence says enough for completion */
    wm_takes takes;
    uint64_t least, most;
    wm_printer *printer; /* of a flag that asks for another form of the answer; else NULL */
} wm_option;

/* A call of a command. argv[0] is its name, then its arguments; wm_arguments_read sets the rest. */
typedef struct wm_call {
    const struct wm_command *command;
    int argc;
    char **argv;
    const wm_option *form; /* of the answer; NULL: for people */
    unsigned form_count;   /* how many were asked for */
    bool as_json, is_verbose, is_quiet;
    bool is_coloured; /* of a command that has --color */
} wm_call;

/* A command. main.c handles --help. */
typedef struct wm_command {
    const char *name;
    int (*run)(wm_call *call);
    const char *summary; /* one line for the list of commands */
    const char *usage;   /* behind `usage: ` */
    const char *about;   /* above the options */
    const char *after;   /* below them: exit status, one example */
    /* What completes each operand, the last also those that follow: as in wm_option, but words have
     * commas between them; also @claim, @name (a claim or an item), @command. NULL: nothing. */
    const char *operands;
    const wm_option *options;
    size_t option_count;
    int column; /* of the help texts of options */
} wm_command;

/* All commands, in the order of the help; ends with one without a name. */
extern const wm_command wm_command_table[];

/* The command of this name, or NULL. */
const wm_command *wm_command_find(const char *name);

/* The option of a command whose letter or name is the first `size` bytes of a word, or NULL. */
const wm_option *wm_command_option(const wm_command *command, const char *word, size_t size);

int wm_cmd_audit(wm_call *call);
int wm_cmd_canon(wm_call *call);
int wm_cmd_check(wm_call *call);
int wm_cmd_compare(wm_call *call);
int wm_cmd_differential(wm_call *call);
int wm_cmd_fleet(wm_call *call);
int wm_cmd_import(wm_call *call);
int wm_cmd_lineage(wm_call *call);
int wm_cmd_list(wm_call *call);
int wm_cmd_pack(wm_call *call);
int wm_cmd_prove(wm_call *call);
int wm_cmd_publish(wm_call *call);
int wm_cmd_bind(wm_call *call);
int wm_cmd_reverify(wm_call *call);
int wm_cmd_run(wm_call *call);
int wm_cmd_attack(wm_call *call);
int wm_cmd_screen(wm_call *call);
int wm_cmd_selftest(wm_call *call);
int wm_cmd_show(wm_call *call);
int wm_cmd_verify(wm_call *call);
int wm_cmd_wrap(wm_call *call);

#endif
