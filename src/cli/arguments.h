/* A parser of command lines, the same for all commands. */
#ifndef WM_CLI_ARGUMENTS_H
#define WM_CLI_ARGUMENTS_H

#include "cli/command.h"

/* What an option or an operand sets. The name of an operand is the one in the help, and an operand
 * has a value. Operands are in the order of the table. The options --verbose, --quiet, --color and
 * those of forms set the call itself, and are not in the table. */
typedef struct wm_argument {
    const char *name; /* of an option: `--output` */
    bool *flag;       /* set if the option is given */
    /* the next argument, or the text after '=' in a long option; the last one counts */
    const char **value;
    /* what the option's words mean: the number of a choice, from 0; a number; seconds */
    unsigned *number;
    uint64_t *large; /* the same, of 64 bits */
    double *seconds;
    /* of an option with several values, or of the last operand if it takes several: how many of
     * value[most] are set; else NULL */
    size_t *count;
    size_t most;
    /* of the last operand, if `--` parts its values in two: how many come before it; 0: no `--`.
     * Options may follow */
    size_t *split;
    bool is_needed;    /* a required operand */
    bool may_be_empty; /* an operand that may be the empty word */
} wm_argument;

/* Parses the words of a call by the options of its command and by a table that ends with an entry
 * without a name. `--` ends the options of a command with operands, or parts these; a lone `-` is
 * an operand. Returns WM_EXIT_YES, or prints the first error and returns WM_EXIT_TROUBLE. */
int wm_arguments_read(wm_call *call, const wm_argument *table);

/* A time of at most `most` seconds, as digits with an optional fraction. False for another text. */
bool wm_arguments_seconds(const char *text, double most, double *seconds);

/* A time with its unit, as `90s`, `2m` or `1h`, from 1 s to `most` seconds. A bare number is
 * refused: 2 may mean minutes. False for another text. */
bool wm_arguments_time(const char *text, double most, double *seconds);

/* A percentage with its sign from 0% to below 100%, as `2.5%`, as a share. False for another text.
 */
bool wm_arguments_percent(const char *text, double *share);

#endif
