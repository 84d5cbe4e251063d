/* The program: finds a command in its table and runs it. */
#include "backend/cpu/cpu_sha256.h"
#include "cli/command.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "report/style.h"

#include <witnessmark.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const wm_command *const commands[] = {
    &wm_cmd_run,     &wm_cmd_wrap,     &wm_cmd_import,   &wm_cmd_audit,
    &wm_cmd_show,    &wm_cmd_reverify, &wm_cmd_compare,  &wm_cmd_differential,
    &wm_cmd_lineage, &wm_cmd_prove,    &wm_cmd_check,    &wm_cmd_pack,
    &wm_cmd_canon,   &wm_cmd_list,     &wm_cmd_selftest, NULL,
};

static void print_usage(FILE *out)
{
    size_t i;
    fputs("usage: witnessmark [--version] [--help] COMMAND [ARGUMENTS]\n\n"
          "Hardware benchmark numbers that carry their own evidence.\n\n"
          "commands:\n",
          out);
    for (i = 0; commands[i] != NULL; i++)
        fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`witnessmark COMMAND --help` explains one command; `man witnessmark` explains all.\n",
          out);
}

static const wm_command *find_command(const char *name)
{
    size_t i;
    for (i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* The exit status after everything is printed. */
static int finish(const char *what)
{
    return wm_terminal_finish(stdout, what) ? WM_EXIT_YES : WM_EXIT_TROUBLE;
}

static int run_command(const wm_command *command, int argc, char **argv)
{
    int i, answer;
    for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_help(argv[i])) {
            fputs(command->help, stdout);
            return finish(command->name);
        }
    }
    answer = command->run(argc, argv);
    wm_record_argument_end();
    return answer;
}

int main(int argc, char **argv)
{
    const wm_command *command;
    char word[WM_STYLE_MASKED];
    /* At a limit on file sizes, a write then fails as it does on a full disk. */
    (void)signal(SIGXFSZ, SIG_IGN);
    wm_sha256_plug(wm_cpu_sha256_find());
    if (argc < 2) {
        print_usage(stderr);
        return WM_EXIT_TROUBLE;
    }
    if (is_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return finish("--help");
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("witnessmark %s\n", wm_version());
        return finish("--version");
    }
    command = find_command(argv[1]);
    if (command == NULL) {
        fprintf(stderr, "witnessmark: unknown command '%s'; `witnessmark --help` lists commands\n",
                wm_style_masked(argv[1], word));
        return WM_EXIT_TROUBLE;
    }
    return run_command(command, argc - 1, argv + 1);
}
