/* Makes records of many nodes: all ids and roots are remade. */
#include "support/vary_fleet.h"

#include "standards/number.h"
#include "standards/sha256.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDS_MOST = 4096, HEX = WM_SHA256_HEX_SIZE };

/* The lines of a node while they are made. */
typedef struct {
    const vary_fleet_node *node;
    char (*old)[HEX], (*new)[HEX]; /* ids */
    size_t count;
    wm_buffer line, *evidence;
} making;

/* A number from 0 to below 1 that the words give. */
static double draw(unsigned node, unsigned long item, unsigned long repeat, unsigned part)
{
    uint8_t hash[WM_SHA256_SIZE];
    char words[80];
    uint64_t bits;
    const int size = snprintf(words, sizeof words, "%u %lu %lu %u", node, item, repeat, part);
    wm_sha256_hash(words, (size_t)size, hash);
    memcpy(&bits, hash, sizeof bits);
    return (double)(bits >> 11) * 0x1p-53;
}

/* A normal number. Source: Box and Muller. */
static double draw_normal(unsigned node, unsigned long item, unsigned long repeat)
{
    return sqrt(-2 * log(1 - draw(node, item, repeat, 0))) *
           cos(2 * 3.14159265358979323846 * draw(node, item, repeat, 1));
}

wm_status vary_fleet_read(const char *path, wm_buffer *lines)
{
    FILE *file = fopen(path, "rb");
    char block[65536];
    size_t size;
    wm_status status = file != NULL ? WM_OK : WM_E_OPEN;
    while (status == WM_OK && (size = fread(block, 1, sizeof block, file)) > 0)
        status = wm_buffer_append(lines, block, size);
    if (file != NULL)
        (void)fclose(file);
    return status;
}

/* Replaces what is between `before` and `after` in the line that is made. */
static wm_status replace(making *of, const char *before, char after, const char *with)
{
    wm_buffer out = WM_BUFFER_EMPTY;
    char *at = memmem(of->line.data, of->line.size, before, strlen(before));
    char *end;
    wm_status status;
    if (at == NULL)
        return WM_E_INVALID;
    at += strlen(before);
    end = memchr(at, after, (size_t)(of->line.data + of->line.size - at));
    status = wm_buffer_append(&out, of->line.data, (size_t)(at - of->line.data));
    if (status == WM_OK)
        status = wm_buffer_puts(&out, with);
    if (status == WM_OK)
        status = wm_buffer_append(&out, end, (size_t)(of->line.data + of->line.size - end));
    wm_buffer_clear(&of->line);
    of->line = out;
    return status;
}

/* Replaces the ids of lines before. */
static void rename_ids(making *of)
{
    char *at = of->line.data, *end = at + of->line.size;
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL) {
        at++;
        if (end - at <= HEX || at[HEX] != '"')
            continue;
        for (size_t i = 0; i < of->count; i++)
            if (memcmp(of->old[i], at, HEX) == 0) {
                memcpy(at, of->new[i], HEX);
                break;
            }
    }
}

static unsigned long number_at(const making *of, const char *name)
{
    const char *at = memmem(of->line.data, of->line.size, name, strlen(name));
    return at != NULL ? strtoul(at + strlen(name), NULL, 10) : 0;
}

/* Gives the output of the item another digest, here and in all later lines. */
static void alter(making *of)
{
    static const char NAME[] = "\"output_digest\":\"";
    const char *at = memmem(of->line.data, of->line.size, NAME, sizeof NAME - 1);
    uint8_t hash[WM_SHA256_SIZE];
    char hex[HEX + 1];
    memcpy(of->old[of->count], at + sizeof NAME - 1, HEX);
    wm_sha256_hash(at, HEX, hash);
    wm_sha256_to_hex(hash, hex);
    memcpy(of->new[of->count++], hex, HEX);
    rename_ids(of);
}

/* Gives a repeat its time, and another digest if it is altered. */
static wm_status vary_repeat(making *of)
{
    const unsigned long item = number_at(of, "\"item\":"), repeat = number_at(of, "\"repeat\":");
    const char *at = memmem(of->line.data, of->line.size, "\"seconds\":", 10);
    char text[WM_NUMBER_TEXT_SIZE];
    double seconds = strtod(at + 10, NULL) * 1.1 * of->node->slower;
    wm_status status;
    seconds *= 1 + 0.01 * draw_normal(of->node->number, item, 1000) +
               0.003 * draw_normal(of->node->number, item, repeat);
    (void)wm_number_format(seconds, text);
    status = replace(of, "\"seconds\":", ',', text);
    if (status == WM_OK && of->node->altered == (int)item && repeat == 0)
        alter(of);
    return status;
}

static wm_status vary_line(making *of)
{
    static const char REPEAT[] = "\"kind\":\"workload\"", PLAN[] = "\"kind\":\"plan\"";
    uint8_t hash[WM_SHA256_SIZE];
    char run[HEX + 1];
    rename_ids(of);
    if (memmem(of->line.data, of->line.size, REPEAT, sizeof REPEAT - 1) != NULL)
        return vary_repeat(of);
    if (memmem(of->line.data, of->line.size, PLAN, sizeof PLAN - 1) == NULL)
        return WM_OK;
    wm_sha256_hash(&of->node->number, sizeof of->node->number, hash);
    wm_sha256_to_hex(hash, run);
    return replace(of, "\"run\":\"", '"', run);
}

/* Makes one line, adds it, and keeps its ids. */
static wm_status add_line(making *of, const char *text, size_t size, wm_graph *graph, wm_error *err)
{
    uint8_t hash[WM_SHA256_SIZE];
    char hex[HEX + 1], old[HEX + 1];
    wm_status status;
    if (of->count >= IDS_MOST - 1)
        return WM_E_LIMIT;
    wm_sha256_hash(text, size, hash);
    wm_sha256_to_hex(hash, old);
    of->line.size = 0;
    status = wm_buffer_append(&of->line, text, size);
    if (status == WM_OK)
        status = vary_line(of);
    if (status != WM_OK)
        return status;
    wm_sha256_hash(of->line.data, of->line.size, hash);
    wm_sha256_to_hex(hash, hex);
    memcpy(of->old[of->count], old, HEX);
    memcpy(of->new[of->count++], hex, HEX);
    status = wm_graph_add(graph, of->line.data, of->line.size, NULL, err);
    return status == WM_OK ? wm_buffer_append(of->evidence, of->line.data, of->line.size) : status;
}

/* Adds all lines. */
static wm_status add_lines(const wm_buffer *lines, const vary_fleet_node *node, wm_graph *graph,
                           wm_buffer *evidence, wm_error *err)
{
    making of = {.node = node,
                 .old = malloc(IDS_MOST * sizeof *of.old),
                 .new = malloc(IDS_MOST * sizeof *of.new)};
    wm_status status = WM_OK;
    of.evidence = evidence;
    if (graph == NULL || of.old == NULL || of.new == NULL)
        status = WM_E_NOMEM;
    for (size_t at = 0; at < lines->size && status == WM_OK;) {
        const char *end = memchr(lines->data + at, '\n', lines->size - at);
        const size_t size = (size_t)(end + 1 - lines->data) - at;
        status = add_line(&of, lines->data + at, size, graph, err);
        at += size;
    }
    wm_buffer_clear(&of.line);
    free(of.old);
    free(of.new);
    return status;
}

static wm_status emit(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

wm_status vary_fleet_evidence(const wm_buffer *lines, const vary_fleet_node *node,
                              wm_buffer *evidence, wm_error *err)
{
    wm_seal seal = WM_SEAL_INIT;
    char root[WM_ID_SIZE];
    wm_graph_file files[2];
    wm_graph *graph = wm_graph_new();
    wm_status status;
    evidence->size = 0;
    for (size_t i = 0; i < 2; i++) {
        files[i].path = wm_checker_at(i)->path;
        memcpy(files[i].sha256, wm_checker_at(i)->sha256, sizeof files[i].sha256);
    }
    seal.files = files;
    seal.file_count = 2;
    status = add_lines(lines, node, graph, evidence, err);
    seal.emit = emit;
    seal.context = evidence;
    if (status == WM_OK)
        status = wm_graph_seal(graph, &seal, root, err);
    wm_graph_free(graph);
    return status;
}
