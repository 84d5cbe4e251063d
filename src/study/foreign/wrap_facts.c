/* The environment of a wrapped command. */
#include "base/code_point.h"
#include "study/foreign/wrap.h"

#include "base/status.h"
#include "measure/facts/machine.h"
#include "measure/facts/redact.h"
#include "study/foreign/own_facts.h"
#include "study/foreign/wrap_git.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_BYTES = 262144 }; /* a line has 1 MiB, and a byte may need an escape of 2 or more */

/* Facts that are being set, with the first error. */
typedef struct {
    wm_environment *environment;
    wm_error *err;
    wm_status status;
} facts;

static void add_text(facts *all, const char *name, const char *text)
{
    if (all->status == WM_OK)
        all->status = wm_own_facts_text(all->environment, name, text, all->err);
}

static void add_number(facts *all, const char *name, double number)
{
    if (all->status == WM_OK)
        all->status = wm_environment_number(all->environment, name, number, all->err);
}

static void add_absent(facts *all, const char *name, const char *reason)
{
    if (all->status == WM_OK)
        all->status = wm_environment_absent(all->environment, name, reason, all->err);
}

/* Adds a text, or says that the option was not given. */
static void add_option(facts *all, const char *name, const char *text)
{
    if (text != NULL)
        add_text(all, name, text);
    else
        add_absent(all, name, "not given");
}

/* The same of a text that may be redacted. */
static void add_shell(facts *all, const char *name, const char *text, bool is_hidden)
{
    if (text != NULL && is_hidden)
        add_absent(all, name, WM_REDACT_REASON);
    else
        add_option(all, name, text);
}

/* Adds a path, without its folder if that is hidden. */
static void add_path(facts *all, const wm_wrap *wrap, const char *name, const char *path)
{
    const char *slash = strrchr(path, '/');
    char text[WM_WRAP_FILE_PATH + 4];
    (void)snprintf(text, sizeof text, "...%s", slash != NULL ? slash : "");
    add_text(all, name, wrap->hides_path && slash != NULL ? text : path);
}

static void add_arguments(facts *all, const wm_wrap *wrap, size_t command)
{
    const wm_wrap_target *target = &wrap->target[command];
    char *const *argv = target->argv;
    size_t bytes = 0;
    char name[WM_WRAPPED_NAME], rest[32];
    for (size_t i = 0; argv[i] != NULL && all->status == WM_OK; i++) {
        bytes += strlen(argv[i]) + sizeof name;
        (void)snprintf(rest, sizeof rest, ".argument.%03zu", i);
        wm_wrapped_name("wrap", command, rest, name);
        if (i == 0)
            add_path(all, wrap, name, argv[i]);
        else if (target->hidden[i])
            add_absent(all, name, WM_REDACT_REASON);
        else
            add_text(all, name, argv[i]);
        if (all->status == WM_OK && bytes > ARGUMENT_BYTES)
            all->status = wm_error_set(all->err, WM_E_LIMIT, NULL,
                                       "the arguments are longer than a record can hold; put them "
                                       "into a file");
    }
}

/* A variable's name may have any letter, so it is part of the text. */
static void add_variables(facts *all, const wm_wrap *wrap)
{
    char name[64], text[8192];
    for (size_t i = 0; i < wrap->variable_count; i++) {
        const wm_wrap_variable *variable = &wrap->variables[i];
        (void)snprintf(name, sizeof name, "wrap.variable.%03zu", i);
        if (variable->value != NULL &&
            strlen(variable->name) + strlen(variable->value) + 2 > sizeof text) {
            (void)snprintf(text, sizeof text, "%.*s is longer than 4,096 bytes",
                           WM_FIT(variable->name, 1000));
            add_absent(all, name, text);
            continue;
        }
        (void)snprintf(text, sizeof text, variable->value != NULL ? "%s=%s" : "%s is not set",
                       variable->name, variable->value);
        if (variable->value != NULL)
            add_text(all, name, text);
        else
            add_absent(all, name, text);
    }
}

/* Adds the path of a file and its SHA-256, under `name` and `name`.sha256. */
static void add_file(facts *all, const wm_wrap *wrap, const char *name, const wm_wrap_file *file)
{
    char digest[WM_WRAPPED_NAME + 8];
    (void)snprintf(digest, sizeof digest, "%s.sha256", name);
    add_path(all, wrap, name, file->path);
    if (file->hex[0] != '\0')
        add_text(all, digest, file->hex);
    else
        add_absent(all, digest, file->reason);
}

/* The file of a command and, of a script, its interpreters. */
static void add_files(facts *all, const wm_wrap *wrap, size_t command, const wm_wrap_files *files)
{
    char name[WM_WRAPPED_NAME], rest[32];
    wm_wrapped_name("wrap", command, ".kind", name);
    add_text(all, name, files->count > 1 ? "script" : "program");
    for (size_t i = 0; i < files->count; i++) {
        (void)snprintf(rest, sizeof rest,
                       i == 0   ? ".executable"
                       : i == 1 ? ".interpreter"
                                : ".interpreter.%zu",
                       i);
        wm_wrapped_name("wrap", command, rest, name);
        add_file(all, wrap, name, &files->file[i]);
    }
}

/* Adds the revision and whether the tree is clean, under `name`.revision and `name`.clean. */
static void add_git(facts *all, const wm_wrap *wrap, const char *name, const char *folder)
{
    char revision[WM_WRAPPED_NAME + 16], clean[WM_WRAPPED_NAME + 16];
    wm_wrap_git found = {.reason = wrap->git_reason, .clean_reason = wrap->git_reason};
    if (wrap->git != NULL && all->status == WM_OK)
        all->status = wm_wrap_git_read(wrap->git, folder, wrap->stop, &found);
    (void)snprintf(revision, sizeof revision, "%s.revision", name);
    (void)snprintf(clean, sizeof clean, "%s.clean", name);
    if (found.reason == NULL)
        add_text(all, revision, found.revision);
    else
        add_absent(all, revision, found.reason);
    if (found.clean_reason == NULL)
        add_text(all, clean, found.is_clean ? "yes" : "no");
    else
        add_absent(all, clean, found.clean_reason);
}

/* Adds those of the working folder, and of the folder of each command's file. */
static void add_revisions(facts *all, const wm_wrap *wrap, const wm_wrap_files *files)
{
    char name[WM_WRAPPED_NAME], folder[WM_WRAP_FILE_PATH];
    if (wrap->git == NULL && wrap->git_reason == NULL)
        return;
    add_git(all, wrap, "wrap.folder", ".");
    for (size_t i = 0; i < wrap->target_count; i++) {
        const char *path = files[i].file[0].path, *slash = strrchr(path, '/');
        (void)snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) : 1,
                       slash != NULL ? path : ".");
        wm_wrapped_name("wrap", i, ".executable", name);
        add_git(all, wrap, name, folder[0] != '\0' ? folder : "/");
    }
}

/* The files that the commands read: the standard input, and those that the caller named. */
static void add_inputs(facts *all, const wm_wrap *wrap, const wm_wrap_inputs *inputs)
{
    const size_t first = wrap->has_stdin ? 1 : 0;
    char name[WM_WRAPPED_NAME];
    if (wrap->has_stdin)
        add_file(all, wrap, "wrap.stdin", &inputs->file[0]);
    for (size_t i = first; i < inputs->count; i++) {
        (void)snprintf(name, sizeof name, "wrap.input.%03zu", i - first);
        add_file(all, wrap, name, &inputs->file[i]);
    }
}

static void add_all(facts *all, const wm_wrap *wrap, const wm_wrap_files *files,
                    const wm_wrap_inputs *inputs)
{
    for (size_t i = 0; i < wrap->target_count; i++) {
        add_arguments(all, wrap, i);
        add_files(all, wrap, i, &files[i]);
    }
    add_inputs(all, wrap, inputs);
    add_revisions(all, wrap, files);
    if (wrap->redacted[0] != '\0')
        add_text(all, "wrap.redacted", wrap->redacted);
    else
        add_absent(all, "wrap.redacted", "nothing");
    add_shell(all, "wrap.setup", wrap->setup, wrap->hides_setup);
    add_shell(all, "wrap.prepare", wrap->prepare, wrap->hides_prepare);
    add_shell(all, "wrap.cleanup", wrap->cleanup, wrap->hides_cleanup);
    add_option(all, "wrap.metric", wrap->metric != NULL ? wrap->metric->pattern : NULL);
    add_option(all, "wrap.unit", wrap->metric != NULL ? wrap->metric->unit : NULL);
    add_number(all, "wrap.repeats", wrap->repeats);
    add_number(all, "wrap.warmups", wrap->warmups);
    if (wrap->target_count > 1)
        add_number(all, "wrap.commands", (double)wrap->target_count);
    if (wrap->least_s > 0)
        add_number(all, "wrap.min_time", wrap->least_s);
    if (wrap->timeout_s > 0)
        add_number(all, "wrap.timeout", wrap->timeout_s);
    else
        add_absent(all, "wrap.timeout", "not given");
    add_text(all, "wrap.failures", wrap->ignores_failure ? "counted as results" : "absent");
    add_variables(all, wrap);
}

wm_status wm_wrap_facts_new(const wm_wrap *wrap, const wm_wrap_files *files,
                            const wm_wrap_inputs *inputs, wm_environment **environment,
                            wm_error *err)
{
    facts all = {wm_environment_new(), err, WM_OK};
    *environment = all.environment;
    if (all.environment == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    all.status = wm_machine_program_facts(all.environment, 0, err);
    if (all.status == WM_OK)
        all.status = wm_machine_add_named(all.environment, wrap->named, wrap->commitments, err);
    if (all.status == WM_OK)
        add_all(&all, wrap, files, inputs);
    return all.status;
}
