/* Finds the record of a command-line argument, and unpacks archives and standard input. */
#include "cli/record_argument.h"

#include "base/code_point.h"

#include "archive/spool.h"
#include "base/status.h"
#include "cli/interrupt.h"
#include "cli/trouble.h"
#include "report/document/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The unpacked records, and those of sealed documents, for the memory of their texts. */
typedef struct opened {
    struct opened *next;
    wm_spool spool; /* of a folder its path alone */
} opened;

static opened *all;
static bool is_input_read; /* standard input has one record */

const char *wm_record_argument_base(void)
{
    const char *base = getenv("TMPDIR");
    return base != NULL && base[0] != '\0' ? base : "/tmp";
}

void wm_record_argument_guard(void)
{
    wm_interrupt_clean(wm_spool_remove_all);
}

void wm_record_argument_end(void)
{
    wm_spool_remove_all();
    while (all != NULL) {
        opened *first = all;
        all = first->next;
        wm_sealed_members_close(&first->spool.sealed);
        free(first);
    }
}

/* Unpacks an argument. Errors: those of wm_spool_open. */
static wm_status unpack(wm_record_argument *argument, wm_error *err)
{
    opened *add;
    wm_status status;
    if (strcmp(argument->given, "-") == 0 && is_input_read)
        return wm_error_set(err, WM_E_ARG, "-", "standard input has one record, not two");
    add = malloc(sizeof *add);
    if (add == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    wm_record_argument_guard();
    status = wm_spool_open(wm_record_argument_base(), argument->given, 1, &add->spool, err);
    is_input_read = is_input_read || strcmp(argument->given, "-") == 0;
    if (status != WM_OK) {
        free(add);
        return status;
    }
    add->next = all;
    all = add;
    argument->path = add->spool.path;
    argument->is_sealed = add->spool.is_sealed;
    argument->sealed = add->spool.is_sealed ? &add->spool.sealed : NULL;
    if (add->spool.is_archive)
        argument->inside = add->spool.inside[0] != '\0' ? add->spool.inside : ".";
    return WM_OK;
}

/* Takes the record of a sealed document's folder. */
static wm_status enter(wm_record_argument *argument, wm_error *err)
{
    opened *add = calloc(1, sizeof *add);
    size_t size = strlen(argument->given);
    if (add == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    while (size > 1 && argument->given[size - 1] == '/')
        size--;
    (void)snprintf(add->spool.path, sizeof add->spool.path, "%.*s/anc/record",
                   (int)(size < 4095 ? size : 4095), argument->given);
    add->next = all;
    all = add;
    argument->path = add->spool.path;
    argument->is_sealed = true;
    return WM_OK;
}

int wm_record_argument_open(const wm_call *call, const char *given, wm_record_argument *argument)
{
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_OK;
    *argument = (wm_record_argument){.given = given, .path = given};
    if (wm_spool_takes(given))
        status = unpack(argument, &err);
    else if (wm_sealed_members_are_in(given))
        status = enter(argument, &err);
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_error(call, status, &err);
}

int wm_record_argument_check(const wm_call *call, const char *name, const char *path)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    struct stat about;
    wm_status status;
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
        return wm_trouble_say(call, name, "is not a folder; name the record's folder");
    status = wm_audit_path(path, NULL, &report, &err);
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_one_record(call, name, status, &report, &err);
}

int wm_record_argument_audit(const wm_call *call, const char *given, const char **path)
{
    wm_record_argument argument;
    int answer = wm_record_argument_open(call, given, &argument);
    if (answer == WM_EXIT_YES)
        answer = wm_record_argument_check(call, given, argument.path);
    *path = argument.path;
    return answer;
}

const char *wm_record_argument_shown(const wm_record_argument *argument, const char *name,
                                     char room[4500])
{
    const char *folder = argument->inside != NULL ? argument->inside
                         : argument->is_sealed    ? argument->path
                                                  : argument->given;
    struct stat about;
    const bool is_file =
        argument->inside == NULL && (stat(argument->path, &about) != 0 || !S_ISDIR(about.st_mode));
    if (is_file || name == NULL)
        (void)snprintf(room, 4500, "%.*s", WM_FIT(folder, 4095));
    else
        (void)snprintf(room, 4500, "%.*s/%.*s", WM_FIT(folder, 4095), WM_FIT(name, 300));
    return room;
}

const char *wm_record_argument_unpack(const wm_record_argument *argument, char room[16500])
{
    char word[WM_STYLE_SHELL_WORD];
    room[0] = '\0';
    if (argument->inside != NULL)
        (void)snprintf(room, 16500, "tar xf %.16400s",
                       wm_style_shell_record(argument->given, word));
    return room;
}
