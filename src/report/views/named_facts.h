/* The facts of a machine that its user named. */
#ifndef WM_REPORT_NAMED_FACTS_H
#define WM_REPORT_NAMED_FACTS_H

#include "measure/facts/named.h"
#include "record/nodes/kind_environment.h"
#include "report/document/document.h"

/* The first WM_NAMED_MOST of a record; `show RECORD environment` has all. Texts are the document's
 * and masked. */
typedef struct wm_named_facts {
    struct {
        const char *name;  /* without the lead */
        const char *value; /* NULL: it is hidden or not known */
    } fact[WM_NAMED_MOST];
    size_t count;
} wm_named_facts;

/* Takes those of an environment. */
void wm_named_facts_take(wm_list facts, wm_document *to, wm_named_facts *named);

/* `node n17, rack [hidden]`; NULL: there are none. Ownership: the document's. */
const char *wm_named_facts_line(const wm_named_facts *named, wm_document *to);

/* Adds the member `named`, a list, to the current object of JSON. */
void wm_named_facts_export(const wm_named_facts *named, wm_document *to);

#endif
