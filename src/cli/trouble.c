/* Error reporting. */
#include "cli/trouble.h"

#include "cli/command.h"
#include "cli/terminal.h"
#include "report/json_output.h"
#include "report/style.h"

#include <stdio.h>
#include <string.h>

void wm_trouble_json(const char *command, const char *status, const char *place, const char *words)
{
    wm_node node = WM_NODE_EMPTY;
    char schema[64];
    (void)snprintf(schema, sizeof schema, "witnessmark-%s/1", command);
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", schema);
    wm_node_text(&node, "status", status);
    if (place[0] != '\0')
        wm_json_output_text(&node, "place", place);
    wm_json_output_text(&node, "error", words);
    /* Without memory the object is omitted; the message on stderr follows in each case. */
    (void)!wm_json_output_print(&node, stdout);
}

int wm_trouble_say(const char *command, bool as_json, const char *place, const char *words)
{
    char place_room[WM_STYLE_MASKED], words_room[WM_STYLE_MASKED];
    if (as_json) {
        wm_trouble_json(command, "trouble", place, words);
        (void)wm_terminal_finish(stdout, command);
    }
    fprintf(stderr, "witnessmark %s: %s%s%s\n", command, wm_style_masked(place, place_room),
            place[0] != '\0' ? ": " : "", wm_style_masked(words, words_room));
    return WM_EXIT_TROUBLE;
}

int wm_trouble_error(const char *command, bool as_json, wm_status status, const wm_error *err)
{
    return wm_trouble_say(command, as_json, err->place,
                          err->message[0] != '\0' ? err->message : wm_status_text(status));
}

int wm_trouble_value(const char *command, bool as_json, const char *option, const char *wanted,
                     const char *value)
{
    char words[512];
    (void)snprintf(words, sizeof words, "needs %s, not '%.200s'", wanted, value);
    return wm_trouble_say(command, as_json, option, words);
}
