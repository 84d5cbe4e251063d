/* Seals numbers of your own into a record, from a CSV file.
 *
 *     seal_own_numbers NUMBERS.csv RECORD
 *
 * The first line names the columns, `name:unit` or `name` alone. Every line after it is one
 * observation. An empty cell is an absent value. Each column becomes a claim `x.NAME`: its median,
 * with its minimum and maximum beside it. */
#include <witnessmark.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 16, LINE = 4096 };

/* The columns of the file. */
typedef struct columns {
    int count;
    char text[LINE]; /* what names and units point into */
    const char *names[COLUMNS];
    const char *units[COLUMNS];
} columns;

/* Ends with words when the library could not do a thing. */
static void must(wm_status status, const wm_error *err)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "seal_own_numbers: %s%s%s\n", err->place, err->place[0] != '\0' ? ": " : "",
            err->message);
    exit(2);
}

/* The machine, and what this program knows of itself. */
static void add_environment(wm_graph *graph)
{
    wm_environment *environment = wm_environment_new();
    wm_error err;
    if (environment == NULL)
        exit(2);
    must(wm_environment_producer(environment, "seal_own_numbers", wm_version(), "", &err), &err);
    must(wm_environment_here(environment, &err), &err);
    must(wm_environment_text(environment, "compiler", __VERSION__, &err), &err);
    must(wm_environment_absent(environment, "threads", "the numbers come from a file", &err), &err);
    must(wm_graph_environment(graph, environment, NULL, &err), &err);
    wm_environment_free(environment);
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

static void read_header(const char *line, columns *of)
{
    char *cells[COLUMNS];
    snprintf(of->text, sizeof of->text, "%s", line);
    of->count = split(of->text, cells);
    for (int i = 0; i < of->count; i++) {
        char *colon = strchr(cells[i], ':');
        of->names[i] = cells[i];
        of->units[i] = colon == NULL ? "1" : colon + 1;
        if (colon != NULL)
            *colon = '\0';
    }
}

/* A cell as a number; NaN where it is empty. */
static double read_cell(const char *cell)
{
    char *end;
    const double value = strtod(cell, &end);
    if (cell[0] == '\0')
        return NAN;
    if (*end != '\0') {
        fprintf(stderr, "seal_own_numbers: '%s' is not a number\n", cell);
        exit(1);
    }
    return value;
}

/* Adds one line of the file as an observation. */
static void add_row(wm_graph *graph, char *line, const columns *of)
{
    wm_own_numbers numbers = WM_OWN_NUMBERS_INIT;
    double values[COLUMNS];
    char *cells[COLUMNS];
    const int found = split(line, cells);
    wm_error err;
    for (int i = 0; i < of->count; i++)
        values[i] = i < found ? read_cell(cells[i]) : NAN;
    numbers.series = "own";
    numbers.names = of->names;
    numbers.values = values;
    numbers.count = (size_t)of->count;
    numbers.reason = "not measured";
    must(wm_graph_numbers(graph, &numbers, NULL, &err), &err);
}

static void claim_column(wm_graph *graph, const char *column, const char *unit)
{
    const wm_own_value beside[] = {{"own", column, "minimum_of"}, {"own", column, "maximum_of"}};
    wm_own_claim claim = WM_OWN_CLAIM_INIT;
    char name[80];
    wm_error err;
    snprintf(name, sizeof name, "x.%.70s", column);
    claim.name = name;
    claim.unit = unit; /* it decides the format: `1.950 ks`, but `1950 ms` */
    claim.value = (wm_own_value){"own", column, "median_of"};
    claim.beside = beside;
    claim.beside_count = 2;
    must(wm_graph_claim(graph, &claim, &err), &err);
}

int main(int argc, char **argv)
{
    char line[LINE], root[WM_ID_SIZE];
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    wm_graph *graph = wm_graph_new();
    columns of = {0};
    wm_error err;
    if (graph == NULL || file == NULL || fgets(line, sizeof line, file) == NULL) {
        fprintf(stderr, "usage: seal_own_numbers NUMBERS.csv RECORD\n");
        return 2;
    }
    add_environment(graph);
    must(wm_graph_own_plan(graph, "own numbers", NULL, &err), &err);
    read_header(line, &of);
    while (fgets(line, sizeof line, file) != NULL)
        add_row(graph, line, &of);
    for (int i = 0; i < of.count; i++)
        claim_column(graph, of.names[i], of.units[i]);
    must(wm_record_write(argv[2], graph, NULL, 0, root, &err), &err);
    printf("%s\n", root);
    wm_graph_free(graph);
    fclose(file);
    return 0;
}
