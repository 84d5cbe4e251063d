/* Audits a record from one's own program, with a callback for each finding.
 *
 *     audit_callback RECORD [ROOT]
 *
 * Exit status: 0 valid without findings, 1 invalid, another root, or with findings, 2 could not
 * check, 3 another format or unfinished. */
#include <witnessmark.h>

#include <stdio.h>

/* An intact record says that a check did not pass. A fleet would drain this machine. */
static void count_finding(void *context, const wm_finding *finding)
{
    int *count = context;
    ++*count;
    if (finding->claim == NULL)
        printf("finding %d: %s\n", *count, finding->text);
    else
        printf("finding %d: %s is %s\n", *count, finding->claim, finding->text);
}

int main(int argc, char **argv)
{
    int findings = 0;
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: audit_callback RECORD [ROOT]\n");
        return 2;
    }
    options.root = argc == 3 ? argv[2] : NULL;
    options.finding = count_finding;
    options.context = &findings;
    switch (wm_audit_path(argv[1], &options, &report, &err)) {
    case WM_OK:
        printf("valid %s: %llu nodes, %llu claims, %d findings\n", report.root,
               (unsigned long long)report.nodes, (unsigned long long)report.claims, findings);
        return findings > 0;
    case WM_E_INVALID:
    case WM_E_MISMATCH:
        printf("invalid: %s, line %llu: [%s] %s\n", report.failure.file,
               (unsigned long long)report.failure.line, report.failure.tag, report.failure.words);
        return 1;
    case WM_E_NEWER:
    case WM_E_OLDER:
        printf("another format: %s\n", report.format);
        return 3;
    case WM_E_UNFINISHED:
        printf("unfinished: %s\n", report.failure.words);
        return 3;
    default:
        fprintf(stderr, "%s: %s\n", argv[1], err.message);
        return 2;
    }
}
