/* The commands that `wrap` compares. */
#include "cli/wrap_commands.h"

#include "cli/trouble.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char VS[] = "--vs";

static int refuse_memory(const wm_call *call)
{
    return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
}

/* Adds a command with room for so many words. */
static int add_command(const wm_call *call, size_t most, wm_wrap_commands *commands)
{
    char reason[64];
    if (commands->count == WM_WRAPPED_COMMANDS) {
        (void)snprintf(reason, sizeof reason, "more than %d commands", WM_WRAPPED_COMMANDS);
        return wm_trouble_say(call, "", reason);
    }
    commands->words[commands->count] = calloc(most + 1, sizeof(const char *));
    if (commands->words[commands->count] == NULL)
        return refuse_memory(call);
    commands->count++;
    return WM_EXIT_YES;
}

static void add_word(const char *word, wm_wrap_commands *commands)
{
    const size_t last = commands->count - 1;
    commands->words[last][commands->word_count[last]++] = word;
}

static int part(const wm_call *call, const char *const *words, size_t count,
                wm_wrap_commands *commands)
{
    int answer = add_command(call, count, commands);
    for (size_t i = 0; i < count && answer == WM_EXIT_YES; i++) {
        if (strcmp(words[i], VS) != 0) {
            add_word(words[i], commands);
            continue;
        }
        if (commands->word_count[commands->count - 1] == 0 || i + 1 == count)
            return wm_trouble_say(call, VS, "needs a command before it and behind it");
        answer = add_command(call, count, commands);
    }
    return answer;
}

/* ---- scan ------------------------------------------------------------------------------------ */

/* Appends to the text, which has room. */
static char *put(char *at, const char *text, size_t size)
{
    memcpy(at, text, size);
    return at + size;
}

/* Writes a word with a value in place of each mark. Returns its end. */
static char *write_word(const char *word, const char *mark, const char *value, size_t size,
                        char *at)
{
    const char *found;
    while ((found = strstr(word, mark)) != NULL) {
        at = put(at, word, (size_t)(found - word));
        at = put(at, value, size);
        word = found + strlen(mark);
    }
    at = put(at, word, strlen(word));
    *at++ = '\0';
    return at;
}

static bool has_mark(const char *const *words, size_t count, const char *mark)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(words[i], mark) != NULL)
            return true;
    return false;
}

/* Makes a command for each value. A mark has 3 bytes or more, so that a word of n bytes has at most
 * n / 3 of them. */
static int expand(const wm_call *call, const char *const *words, size_t count, const char *scan,
                  wm_wrap_commands *commands)
{
    const char *values = strchr(scan, '=') + 1;
    char mark[WM_WRAPPED_NAME], *at;
    size_t bytes = 0;
    int answer = WM_EXIT_YES;
    (void)snprintf(mark, sizeof mark, "{%.*s}", (int)(values - scan - 1), scan);
    if (!has_mark(words, count, mark))
        return wm_trouble_value(call, "--scan", "a NAME that a word of the command has as {NAME}",
                                scan);
    for (size_t i = 0; i < count; i++)
        bytes += (strlen(words[i]) + 1) * (strlen(values) + 1);
    commands->text = at = malloc(WM_WRAPPED_COMMANDS * bytes);
    if (at == NULL)
        return refuse_memory(call);
    for (const char *value = values; value != NULL && answer == WM_EXIT_YES;) {
        const size_t size = strcspn(value, ",");
        answer = add_command(call, count, commands);
        for (size_t i = 0; i < count && answer == WM_EXIT_YES; i++) {
            add_word(at, commands);
            at = write_word(words[i], mark, value, size, at);
        }
        value = value[size] == ',' ? value + size + 1 : NULL;
    }
    return answer;
}

static bool is_scan(const char *scan)
{
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    const size_t size = strspn(scan, LETTERS);
    return size > 0 && size <= WM_WRAPPED_NAME - 4 && scan[size] == '=' &&
           strchr(scan + size, ',') != NULL;
}

int wm_wrap_commands_read(const wm_call *call, const char *const *words, size_t count,
                          const char *scan, wm_wrap_commands *commands)
{
    if (scan == NULL)
        return part(call, words, count, commands);
    if (!is_scan(scan))
        return wm_trouble_value(call, "--scan",
                                "NAME=A,B and so on: NAME of letters, digits and _, and two values "
                                "or more",
                                scan);
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], VS) == 0)
            return wm_trouble_say(call, "--scan", "cannot be given with --vs");
    return expand(call, words, count, scan, commands);
}

void wm_wrap_commands_clear(wm_wrap_commands *commands)
{
    for (size_t i = 0; i < commands->count; i++)
        free(commands->words[i]);
    free(commands->text);
    *commands = (wm_wrap_commands){.count = 0};
}
