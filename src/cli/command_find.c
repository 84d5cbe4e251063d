/* Looks up commands and their options in the table. */
#include "cli/command.h"

#include <string.h>

const wm_command *wm_command_find(const char *name)
{
    const wm_command *command = wm_command_table;
    while (command->name != NULL && strcmp(command->name, name) != 0)
        command++;
    return command->name != NULL ? command : NULL;
}

/* Whether a text is the first `size` bytes. */
static bool is_word(const char *text, const char *word, size_t size)
{
    return text != NULL && strlen(text) == size && memcmp(text, word, size) == 0;
}

const wm_option *wm_command_option(const wm_command *command, const char *word, size_t size)
{
    for (size_t i = 0; i < command->option_count; i++)
        if (is_word(command->options[i].letter, word, size) ||
            is_word(command->options[i].name, word, size))
            return &command->options[i];
    return NULL;
}
