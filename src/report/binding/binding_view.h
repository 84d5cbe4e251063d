/* Shows what binds a document to records. */
#ifndef WM_REPORT_BINDING_VIEW_H
#define WM_REPORT_BINDING_VIEW_H

#include "report/binding/binding.h"

/* Adds a line for each finding from one to before another. */
void wm_binding_view_lines(const wm_binding *binding, size_t from, size_t end, wm_document *to);

/* Adds what follows the lines: remarks and the sum, and all of it for programs. Returns the exit
 * status: NO with a finding, INCONCLUSIVE if a part of the document was not read. */
int wm_binding_view_end(const wm_binding *binding, const char *document, bool has_members,
                        wm_document *to);

#endif
