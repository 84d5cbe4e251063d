/* Prints the table of commands and options, for tools/render-options: a line for each command,
 * behind it a line for each of its options. Fields are separated by tabs. */
#include "cli/command.h"

#include <stdio.h>

static const char *text(const char *word)
{
    return word != NULL ? word : "";
}

int main(void)
{
    for (const wm_command *command = wm_command_table; command->name != NULL; command++) {
        printf("command\t%s\t%s\t%s\n", command->name, command->summary, text(command->operands));
        for (size_t i = 0; i < command->option_count; i++) {
            const wm_option *option = &command->options[i];
            if (option->name != NULL)
                printf("option\t%s\t%s\t%s\t%s\t%s\n", text(option->letter), option->name,
                       text(option->argument), text(option->values), option->help);
        }
    }
    return 0;
}
