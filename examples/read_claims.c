/* Reads a record: all claims, or one claim down to its observations.
 *
 *     read_claims RECORD          every claim: its name and its text
 *     read_claims RECORD NAME     one claim, its reduction, and the observations below it
 *
 * Exit status: 0, or 1 where the record is invalid or has no claim of this name, 2 where it cannot
 * be read. */
#include <witnessmark.h>

#include <stdio.h>
#include <string.h>

static int complain(wm_status status, const wm_error *err)
{
    fprintf(stderr, "read_claims: %s%s%s\n", err->place, err->place[0] != '\0' ? ": " : "",
            err->message);
    return status == WM_E_INVALID || status == WM_E_NOTFOUND ? 1 : 2;
}

static int list_claims(const wm_record *record)
{
    wm_claim_view claim = WM_CLAIM_VIEW_INIT;
    wm_error err;
    for (size_t i = 0; i < wm_record_report(record)->claims; i++) {
        const wm_status status = wm_record_claim_at(record, i, &claim, &err);
        if (status != WM_OK)
            return complain(status, &err);
        printf("%s = %s\n", claim.name, claim.text);
    }
    return 0;
}

/* Prints a node and the nodes that it names, each on its line, deeper ones further right. The walk
 * ends at the plan and the environment, which everything names. */
static wm_status print_node(wm_record *record, uint64_t line, const char *field, int depth,
                            wm_error *err)
{
    wm_node_view node = WM_NODE_VIEW_INIT;
    double value;
    wm_status status = wm_record_node_at(record, line, &node, err);
    if (status != WM_OK)
        return status;
    printf("%*sline %llu: %s", 2 * depth, "", (unsigned long long)line,
           node.kind != NULL ? node.kind : node.type);
    if (node.function != NULL)
        printf(" %s", node.function);
    if (node.series != NULL && field != NULL) {
        status = wm_record_value(record, line, field, &value, err);
        printf(" %s[%llu].%s = %.17g", node.series, (unsigned long long)node.index, field, value);
    }
    printf("\n");
    for (size_t i = 0; status == WM_OK && i < node.edge_count; i++)
        if (strcmp(node.edges[i].field, "plan") != 0 &&
            strcmp(node.edges[i].field, "environment") != 0)
            status = print_node(record, node.edges[i].line, node.field, depth + 1, err);
    return status;
}

static int show_claim(wm_record *record, const char *name)
{
    wm_claim_view claim = WM_CLAIM_VIEW_INIT;
    wm_error err;
    wm_status status = wm_record_claim_named(record, name, &claim, &err);
    if (status != WM_OK)
        return complain(status, &err);
    printf("%s = %s\n", claim.name, claim.text);
    if (claim.kind == WM_CLAIM_NUMBER)
        printf("number %.17g, unit %s\n", claim.number, claim.unit);
    if (claim.kind == WM_CLAIM_NULL)
        printf("no value: %s\n", claim.reason);
    status = print_node(record, claim.line, NULL, 0, &err);
    return status == WM_OK ? 0 : complain(status, &err);
}

int main(int argc, char **argv)
{
    wm_record *record;
    wm_status status;
    wm_error err;
    int result;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: read_claims RECORD [NAME]\n");
        return 2;
    }
    status = wm_record_open(argv[1], NULL, &record, &err);
    if (status != WM_OK)
        return complain(status, &err);
    result = argc == 2 ? list_claims(record) : show_claim(record, argv[2]);
    wm_record_close(record);
    return result;
}
