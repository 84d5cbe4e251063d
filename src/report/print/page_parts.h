/* The texts that every page or paper has: files of bindings/, as tools/embed puts them into the
 * program. */
#ifndef WM_REPORT_PAGE_PARTS_H
#define WM_REPORT_PAGE_PARTS_H

#include <stddef.h>

typedef struct wm_page_part {
    const char *name;
    const unsigned char *data;
    size_t size;
} wm_page_part;

/* `page.css`, `page.js`, `witnessmark.sty`, or `witnessmark.wasm.gz`: the auditor as WebAssembly by
 * gzip, which is NULL where the build had no toolchain for it. */
const wm_page_part *wm_page_parts_find(const char *name);

#endif
