/* Shows the git revisions that a record of `wrap` has. */
#ifndef WM_REPORT_WRAPPED_REVISION_H
#define WM_REPORT_WRAPPED_REVISION_H

#include "model/wrapped.h"
#include "report/document/words.h"

/* Each adds a line to a document, or nothing where no revision is known. */

/* That of the folder of a command's file. */
void wm_wrapped_revision_add(const wm_model *model, size_t command, wm_document *to);

/* That of the folder in which all commands ran. */
void wm_wrapped_revision_add_folder(const wm_model *model, wm_document *to);

/* For programs: the members of a command, and those of the folder. */
void wm_wrapped_revision_export(const wm_model *model, size_t command, wm_document *to);
void wm_wrapped_revision_export_folder(const wm_model *model, wm_document *to);

#endif
