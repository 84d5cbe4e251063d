/* The commands of the program, one file cmd_NAME.c each, and their options. */
#ifndef WM_CLI_COMMAND_H
#define WM_CLI_COMMAND_H

#include "record/tables/exit_status.h"

#include <stdbool.h>
#include <stddef.h>

/* An option, or a heading above those that follow. */
typedef struct wm_option {
    const char *letter;   /* "-o"; NULL: none */
    const char *name;     /* "--output"; NULL: a heading */
    const char *argument; /* "PATH"; NULL: a flag */
    /* What completes the argument: words with blanks between them, or one of @file, @record, @plan
     * (built-in, or a file), @builtin, @fault. NULL: nothing that is known. */
    const char *values;
    const char *help; /* a line; the first sentence says enough for completion */
} wm_option;

/* A command. argv[0] is its name, then its arguments. main.c handles --help. */
typedef struct wm_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary; /* one line for the list of commands */
    const char *usage;   /* behind `usage: ` */
    const char *about;   /* above the options */
    const char *after;   /* below them: exit status, one example */
    /* What completes each operand, the last also those that follow: as in wm_option, but words have
     * commas between them; also @claim, @command. NULL: nothing. */
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

int wm_cmd_audit(int argc, char **argv);
int wm_cmd_canon(int argc, char **argv);
int wm_cmd_check(int argc, char **argv);
int wm_cmd_compare(int argc, char **argv);
int wm_cmd_differential(int argc, char **argv);
int wm_cmd_import(int argc, char **argv);
int wm_cmd_lineage(int argc, char **argv);
int wm_cmd_list(int argc, char **argv);
int wm_cmd_pack(int argc, char **argv);
int wm_cmd_prove(int argc, char **argv);
int wm_cmd_reverify(int argc, char **argv);
int wm_cmd_run(int argc, char **argv);
int wm_cmd_selftest(int argc, char **argv);
int wm_cmd_show(int argc, char **argv);
int wm_cmd_wrap(int argc, char **argv);

#endif
