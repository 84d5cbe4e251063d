/* Says why a command has no answer. */
#include "cli/trouble.h"

#include "cli/command.h"
#include "cli/terminal.h"
#include "report/style.h"

#include "record/node.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 4608 }; /* the longest path, and words */

/* Cut to fit, without control characters. */
static const char *masked(const char *text, char room[TEXT_SIZE])
{
    (void)snprintf(room, TEXT_SIZE, "%s", text);
    wm_style_mask(room, strlen(room));
    return room;
}

/* Bytes that are no UTF-8, as a path can have, would leave a program without any answer. */
static void keep_ascii(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text >= 0x80)
            *text = '?';
}

static wm_status write_object(const char *command, const char *status, const char *place,
                              const char *words, wm_node *node)
{
    char schema[64];
    (void)snprintf(schema, sizeof schema, "witnessmark-%s/1", command);
    wm_node_begin_object(node);
    wm_node_text(node, "schema", schema);
    wm_node_text(node, "status", status);
    if (place[0] != '\0')
        wm_node_text(node, "place", place);
    wm_node_text(node, "error", words);
    return wm_node_finish(node);
}

void wm_trouble_json(const char *command, const char *status, const char *place, const char *words)
{
    char place_room[TEXT_SIZE], words_room[TEXT_SIZE];
    wm_node node = WM_NODE_EMPTY;
    wm_status written;
    (void)masked(place, place_room);
    (void)masked(words, words_room);
    written = write_object(command, status, place_room, words_room, &node);
    if (written == WM_E_CANON) {
        keep_ascii(place_room);
        keep_ascii(words_room);
        written = write_object(command, status, place_room, words_room, &node);
    }
    if (written == WM_OK)
        printf("%.*s\n", (int)node.text.size, node.text.data);
    wm_node_clear(&node);
}

int wm_trouble_say(const char *command, bool as_json, const char *place, const char *words)
{
    char place_room[TEXT_SIZE], words_room[TEXT_SIZE];
    if (as_json) {
        wm_trouble_json(command, "trouble", place, words);
        (void)wm_terminal_finish(stdout, command);
    }
    fprintf(stderr, "witnessmark %s: %s%s%s\n", command, masked(place, place_room),
            place[0] != '\0' ? ": " : "", masked(words, words_room));
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
    (void)snprintf(words, sizeof words, "wants %s, not '%.200s'", wanted, value);
    return wm_trouble_say(command, as_json, option, words);
}
