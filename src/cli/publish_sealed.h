/* The making of a sealed document by `publish`. */
#ifndef WM_CLI_PUBLISH_SEALED_H
#define WM_CLI_PUBLISH_SEALED_H

#include "cli/command.h"
#include "model/model.h"

typedef struct wm_publish_sealed {
    const wm_call *call;
    const char *given;  /* the record, as on the command line */
    const char *record; /* its folder */
    const char *output; /* the archive */
    const char *document;
    const char *const *sources;
    size_t source_count;
    const char *license; /* NULL: none is stated */
} wm_publish_sealed;

/* Makes the archive of a valid record, audits it, and gives it its name. Prints the answer, or why
 * there is none. Returns the exit status. */
int wm_publish_sealed_run(const wm_publish_sealed *ask, wm_model *model);

#endif
