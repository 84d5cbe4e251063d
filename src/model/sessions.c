/* Collects the starts of a record's run, with their warnings. */
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

void wm_sessions_clear(wm_sessions *sessions)
{
    for (size_t i = 0; i < sessions->warning_count; i++)
        free(sessions->warning[i].text);
    free(sessions->warning);
    *sessions = (wm_sessions){0};
}
