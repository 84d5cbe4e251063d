/* The program: finds a command in its table and runs it. */
#include "backend/cpu/cpu_sha256.h"
#include "base/near_words.h"
#include "cli/command.h"
#include "cli/help_text.h"
#include "cli/library_exit.h"
#include "cli/record_argument.h"
#include "cli/standard_files.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "report/document/style.h"

#include <witnessmark.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { COMMANDS = 64 }; /* most commands that a hint looks at */

static void print_usage(FILE *out)
{
    wm_help_text_print("usage: witnessmark [--version [-v]] [--help] COMMAND [ARGUMENTS]\n\n"
                       "Hardware benchmark numbers that carry their own evidence.\n\n"
                       "commands:\n",
                       wm_terminal_width(out), out);
    for (const wm_command *command = wm_command_table; command->name != NULL; command++) {
        char line[160];
        (void)snprintf(line, sizeof line, "  %-12s  %s", command->name, command->summary);
        wm_help_text_print(line, wm_terminal_width(out), out);
    }
    wm_help_text_print(
        "\n`witnessmark help COMMAND` explains one command; `man witnessmark` explains all.\n"
        "`witnessmark --version -v` names revision, compiler, backends and BLAS.\n",
        wm_terminal_width(out), out);
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

/* Prints that no command has this name, and the one that was probably meant. */
static int refuse_command(const char *name)
{
    const char *names[COMMANDS] = {"help"};
    char word[WM_STYLE_MASKED], hint[64];
    size_t count = 1;
    for (const wm_command *at = wm_command_table; at->name != NULL && count < COMMANDS; at++)
        names[count++] = at->name;
    wm_near_words_hint(name, names, count, hint, sizeof hint);
    fprintf(stderr, "witnessmark: unknown command '%s'%s; `witnessmark --help` lists commands\n",
            wm_style_masked(name, word), hint);
    return WM_EXIT_TROUBLE;
}

static int print_help(const wm_command *command)
{
    wm_help_text_command(command, wm_terminal_width(stdout), stdout);
    return finish(command->name);
}

/* `witnessmark help [COMMAND]`: the same as `witnessmark [COMMAND] --help`. */
static int help(int argc, char **argv)
{
    const wm_command *command;
    char word[WM_STYLE_MASKED];
    if (argc > 1 && !is_help(argv[1]) && strcmp(argv[1], "help") != 0) {
        command = wm_command_find(argv[1]);
        if (command == NULL)
            return refuse_command(argv[1]);
        if (argc == 2)
            return print_help(command);
    }
    if (argc > 2) {
        fprintf(stderr, "witnessmark help: unexpected argument '%s'; it explains one command\n",
                wm_style_masked(argv[2], word));
        return WM_EXIT_TROUBLE;
    }
    print_usage(stdout);
    return finish("--help");
}

/* `witnessmark --version`, with -v also how the program was built and what it can use. */
static int print_version(int argc, char **argv)
{
    char word[WM_STYLE_MASKED];
    const bool is_verbose =
        argc == 2 && (strcmp(argv[1], "-v") == 0 || strcmp(argv[1], "--verbose") == 0);
    if (argc > 1 && !is_verbose) {
        fprintf(stderr, "witnessmark --version: unexpected argument '%s'; it takes -v alone\n",
                wm_style_masked(argv[argc > 2 ? 2 : 1], word));
        return WM_EXIT_TROUBLE;
    }
    if (is_verbose)
        wm_version_print(wm_terminal_width(stdout), stdout);
    else
        printf("witnessmark %s\n", wm_version());
    return finish("--version");
}

static int run_command(const wm_command *command, int argc, char **argv)
{
    wm_call call = {.command = command, .argc = argc, .argv = argv};
    int status;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i]))
            return print_help(command);
    status = command->run(&call);
    wm_record_argument_end();
    return status;
}

static int answer(int argc, char **argv)
{
    const wm_command *command;
    wm_standard_files_open();
    /* At a limit on file sizes, a write then fails as it does on a full disk. */
    (void)signal(SIGXFSZ, SIG_IGN);
    wm_sha256_plug(wm_cpu_sha256_find());
    if (argc < 2) {
        print_usage(stderr);
        return WM_EXIT_TROUBLE;
    }
    if (is_help(argv[1]) || strcmp(argv[1], "help") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(argv[1], "--version") == 0)
        return print_version(argc - 1, argv + 1);
    command = wm_command_find(argv[1]);
    if (command == NULL)
        return refuse_command(argv[1]);
    return run_command(command, argc - 1, argv + 1);
}

/* Before the constructors of all libraries. */
static void (*const guard)(void)
    __attribute__((section(".preinit_array"), used)) = wm_library_exit_guard;

int main(int argc, char **argv)
{
    const int status = answer(argc, argv);
    wm_library_exit_allow();
    return status;
}
