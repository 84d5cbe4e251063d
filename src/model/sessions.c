/* Collects the starts of a record's run, with their warnings.
 *
 * An audit reads the first two lines of a valid record and no other. A session can be on any line:
 * its kind is found as bytes, since a quotation mark within a text is escaped. */
#include "model/sessions.h"

#include "base/array.h"
#include "base/status.h"
#include "model/mask.h"

#include <stdlib.h>
#include <string.h>

wm_status wm_sessions_take(wm_sessions *sessions, const wm_session_node *node)
{
    wm_list warnings = node->warnings;
    wm_text text;
    while (wm_member_has_next(&warnings) && wm_member_next_text(&warnings, &text)) {
        wm_sessions_warning *grown =
            wm_array_grow(sessions->warning, &sessions->warning_capacity,
                          sessions->warning_count + 1, sizeof *sessions->warning);
        char *copy = malloc(text.size + 1);
        if (grown != NULL)
            sessions->warning = grown;
        if (grown == NULL || copy == NULL) {
            free(copy);
            return WM_E_NOMEM;
        }
        wm_mask_text(text, copy, text.size + 1);
        sessions->warning[sessions->warning_count++] = (wm_sessions_warning){sessions->count, copy};
    }
    sessions->unwatched += !node->warnings.is_there;
    sessions->count++;
    return WM_OK;
}

/* Takes a line if it is a session. */
static wm_status take_line(wm_sessions *sessions, wm_json *json, const char *text, size_t size)
{
    static const char KIND[] = "\"kind\":\"session\"";
    wm_content content;
    wm_status status;
    if (memmem(text, size, KIND, sizeof KIND - 1) == NULL)
        return WM_OK;
    status = wm_contents_read(json, text, size, &content);
    return status == WM_OK && wm_contents_is_of(&content, &wm_kind_session)
               ? wm_sessions_take(sessions, &content.of.session)
               : status;
}

wm_status wm_sessions_scan(wm_sessions *sessions, wm_lines *lines)
{
    wm_json *json = wm_json_new();
    wm_status status = json != NULL ? WM_OK : WM_E_NOMEM;
    const char *text;
    size_t size = 1;
    while (status == WM_OK && size > 0) {
        status = wm_lines_next(lines, &text, &size);
        if (status == WM_OK && size > 0)
            status = take_line(sessions, json, text, size);
    }
    wm_json_free(json);
    return status;
}

void wm_sessions_clear(wm_sessions *sessions)
{
    for (size_t i = 0; i < sessions->warning_count; i++)
        free(sessions->warning[i].text);
    free(sessions->warning);
    *sessions = (wm_sessions){0};
}
