/* Reads the links of a PDF by poppler's tools. */
#include "cli/pdf_tools.h"

#include "base/buffer.h"
#include "base/clock.h"
#include "base/dir.h"
#include "base/status.h"
#include "cli/find_program.h"
#include "cli/tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT_S = 60, OUTPUT_MIB = 256, PATH_ROOM = 4200 };

bool wm_pdf_tools_is_pdf(const char *path)
{
    char head[5];
    wm_source source;
    bool is_pdf;
    if (wm_dir_open_file(path, &source) != WM_OK)
        return false;
    is_pdf = source.size_bytes >= sizeof head &&
             source.read(source.context, 0, head, sizeof head) == WM_OK &&
             memcmp(head, "%PDF-", sizeof head) == 0;
    wm_dir_close_file(&source);
    return is_pdf;
}

/* Runs a tool on the PDF. Errors: those of wm_pdf_tools_links. */
static wm_status run(char **arguments, const char *path, uint64_t end_ns, wm_buffer *out,
                     wm_error *err)
{
    char program[WM_FIND_PROGRAM_PATH];
    wm_tool tool = {.path = program,
                    .arguments = arguments,
                    .most_bytes = (size_t)OUTPUT_MIB << 20,
                    .end_ns = end_ns};
    wm_status status = wm_find_program_installed(arguments[0], program, err);
    if (status != WM_OK)
        return wm_error_set(err, status, arguments[0],
                            "it is in no absolute folder of PATH; install poppler-utils");
    status = wm_tool_run(&tool, out);
    if (status == WM_E_OPEN)
        return wm_error_set(err, status, arguments[0], "cannot start: %s", strerror(errno));
    if (status != WM_OK)
        return wm_error_set(err, status, path, "%s: %s", arguments[0], wm_status_text(status));
    if (tool.is_late || tool.is_long)
        return wm_error_set(err, WM_E_LIMIT, path, "%s took over %d s or printed over %d MiB",
                            arguments[0], LIMIT_S, OUTPUT_MIB);
    if (tool.result != 0)
        return wm_error_set(err, WM_E_INVALID, path, "%s cannot read it (exit %d)", arguments[0],
                            tool.result);
    return WM_OK;
}

wm_status wm_pdf_tools_links(const char *path, wm_pdf_links *shown, wm_pdf_links *all,
                             wm_error *err)
{
    const uint64_t end_ns = wm_clock_ns() + (uint64_t)LIMIT_S * 1000000000;
    char file[PATH_ROOM];
    char *urls[] = {"pdfinfo", "-url", file, NULL};
    char *texts[] = {"pdftohtml", "-xml", "-i", "-q", "-stdout", file, NULL};
    wm_buffer out = WM_BUFFER_EMPTY;
    wm_status status;
    /* a name that begins with `-` is no option */
    if (snprintf(file, sizeof file, "%s%s", path[0] == '-' ? "./" : "", path) >= PATH_ROOM)
        return wm_error_set(err, WM_E_LIMIT, NULL, "the path of the document is too long");
    status = run(urls, path, end_ns, &out, err);
    if (status == WM_OK)
        status = wm_pdf_links_read_urls(out.data, out.size, all);
    wm_buffer_clear(&out);
    if (status == WM_OK)
        status = run(texts, path, end_ns, &out, err);
    if (status == WM_OK)
        status = wm_pdf_links_read_xml(out.data, out.size, shown);
    wm_buffer_clear(&out);
    return status;
}
