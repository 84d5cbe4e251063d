/* Seals numbers of your own into a record, from a CSV file.
 *
 *     seal_own_numbers NUMBERS.csv RECORD
 *
 * The first line names the columns, `name:unit` or `name` alone; every line after it is one
 * observation. An empty cell is a value that is not there. Each column becomes a claim `x.NAME`:
 * its median, with its minimum and maximum beside it. */
#include <witnessmark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 16, LINE = 4096 };

/* A column of the file. */
typedef struct column {
    char name[64];
    char unit[17];
} column;

/* Ends with words when the library could not do a thing. */
static void must(wm_status status, const wm_error *err)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "seal_own_numbers: %s: %s\n", wm_status_text(status), err->message);
    exit(status == WM_E_INVALID || status == WM_E_SYNTAX ? 1 : 2);
}

/* Adds one observation and gives its id. */
static void add(wm_graph *graph, const char *json, char id[WM_ID_SIZE])
{
    wm_error err;
    wm_line line;
    must(wm_graph_add(graph, json, strlen(json), &line, &err), &err);
    memcpy(id, line.id, WM_ID_SIZE);
}

/* Where the numbers come from. What is not known is null, with the reason: nothing is made up. */
static void add_environment(wm_graph *graph, char id[WM_ID_SIZE])
{
    static const char *const FACTS[] = {"compiler", "compiler.flags", "cpu.model",
                                        "kernel",   "memory.bytes",   "threads"};
    char json[2048];
    int used = snprintf(json, sizeof json,
                        "{\"type\":\"observation\",\"kind\":\"environment\",\"backend\":\"none\","
                        "\"device\":\"\",\"producer\":{\"name\":\"seal_own_numbers\","
                        "\"version\":\"%s\",\"source_revision\":\"\"},\"facts\":[",
                        wm_version());
    for (size_t i = 0; i < sizeof FACTS / sizeof FACTS[0]; i++)
        used += snprintf(json + used, sizeof json - (size_t)used,
                         "%s{\"name\":\"%s\",\"value\":null,\"reason\":\"not recorded\"}",
                         i == 0 ? "" : ",", FACTS[i]);
    snprintf(json + used, sizeof json - (size_t)used, "]}");
    add(graph, json, id);
}

/* A plan without items: nothing here was measured by witnessmark. */
static void add_plan(wm_graph *graph, const char *environment, char id[WM_ID_SIZE])
{
    char json[256];
    snprintf(json, sizeof json,
             "{\"type\":\"observation\",\"kind\":\"plan\",\"environment\":\"%s\",\"items\":[],"
             "\"name\":\"own numbers\",\"nonce\":\"\",\"repeat_seconds\":1}",
             environment);
    add(graph, json, id);
}

/* Splits a line at its commas, in place; returns the number of cells. */
static int split(char *line, char *cells[COLUMNS])
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *cell = line; cell != NULL && count < COLUMNS; count++) {
        char *comma = strchr(cell, ',');
        cells[count] = cell;
        if (comma != NULL)
            *comma++ = '\0';
        cell = comma;
    }
    return count;
}

static int read_header(char *line, column columns[COLUMNS])
{
    char *cells[COLUMNS];
    const int count = split(line, cells);
    for (int i = 0; i < count; i++) {
        const char *colon = strchr(cells[i], ':');
        const int size = colon == NULL ? (int)strlen(cells[i]) : (int)(colon - cells[i]);
        snprintf(columns[i].name, sizeof columns[i].name, "%.*s", size, cells[i]);
        snprintf(columns[i].unit, sizeof columns[i].unit, "%.16s", colon == NULL ? "1" : colon + 1);
    }
    return count;
}

/* One line of the file as an observation; the library judges whether a cell is a number. */
static void add_row(wm_graph *graph, char *line, const column *columns, int count, int index,
                    const char *environment, const char *plan)
{
    char json[LINE + COLUMNS * 80 + 512], *cells[COLUMNS], id[WM_ID_SIZE];
    const int found = split(line, cells);
    int used = snprintf(json, sizeof json,
                        "{\"type\":\"observation\",\"kind\":\"external\",\"environment\":\"%s\","
                        "\"plan\":\"%s\",\"series\":\"own\",\"index\":%d,\"values\":{",
                        environment, plan, index);
    int nulls = 0;
    for (int i = 0; i < count; i++) {
        const char *cell = i < found && cells[i][0] != '\0' ? cells[i] : "null";
        nulls += strcmp(cell, "null") == 0;
        used += snprintf(json + used, sizeof json - (size_t)used, "%s\"%s\":%s", i == 0 ? "" : ",",
                         columns[i].name, cell);
    }
    snprintf(json + used, sizeof json - (size_t)used, "%s}}",
             nulls == 0 ? "" : ",\"reason\":\"not measured\"");
    add(graph, json, id);
}

static void claim_column(wm_graph *graph, const column *of)
{
    const wm_own_value beside[] = {{"own", of->name, "minimum_of"},
                                   {"own", of->name, "maximum_of"}};
    wm_own_claim claim = {sizeof claim, NULL, of->unit, "si4", {"own", of->name, "median_of"}, beside, 2};
    char name[80];
    wm_error err;
    snprintf(name, sizeof name, "x.%.64s", of->name);
    claim.name = name;
    must(wm_graph_claim(graph, &claim, &err), &err);
}

int main(int argc, char **argv)
{
    char line[LINE], environment[WM_ID_SIZE], plan[WM_ID_SIZE], root[WM_ID_SIZE];
    wm_graph *graph = wm_graph_new();
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    column columns[COLUMNS];
    wm_error err;
    int count;
    if (graph == NULL || file == NULL || fgets(line, sizeof line, file) == NULL) {
        fprintf(stderr, "usage: seal_own_numbers NUMBERS.csv RECORD\n");
        return 2;
    }
    add_environment(graph, environment);
    add_plan(graph, environment, plan);
    count = read_header(line, columns);
    for (int index = 0; fgets(line, sizeof line, file) != NULL; index++)
        add_row(graph, line, columns, count, index, environment, plan);
    for (int i = 0; i < count; i++)
        claim_column(graph, &columns[i]);
    must(wm_record_write(argv[2], graph, NULL, root, &err), &err);
    printf("%s\n", root);
    wm_graph_free(graph);
    fclose(file);
    return 0;
}
