/* The environment variables that steer the loader and the libraries: a closed list. */
#ifndef WM_MEASURE_VARIABLES_H
#define WM_MEASURE_VARIABLES_H

#include "backend/backend.h"
#include "base/buffer.h"

enum {
    WM_VARIABLES_KEPT = 256, /* bytes of a value that a record keeps */
    WM_VARIABLES_SIZE = 320, /* a value as a fact, with its NUL */
    WM_VARIABLES_NAME = 64   /* the name of a fact, with its NUL */
};

/* Where Linux keeps the environment that the program was started with. */
#define WM_VARIABLES_START "/proc/self/environ"

/* Where the loader finds libraries that it loads into every program. */
#define WM_VARIABLES_PRELOAD "/etc/ld.so.preload"

/* The environment: as it was at the start, and as it is now. */
typedef struct wm_variables {
    wm_buffer start; /* NAME=VALUE, each with its NUL */
    size_t index;    /* of the next variable of the list */
} wm_variables;

/* A variable that is set. */
typedef struct wm_variable {
    const char *name;              /* `OPENBLAS_CORETYPE` */
    const char *given;             /* its whole value, until wm_variables_close */
    char fact[WM_VARIABLES_NAME];  /* `env.openblas_coretype` */
    char value[WM_VARIABLES_SIZE]; /* as a record may hold it; empty if the value is */
} wm_variable;

/* Reads the environment that the program was started with from `path`; it is empty if that cannot
 * be read. A library that was preloaded can unset its variable, but not there. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_variables_open(const char *path, wm_variables *variables);
void wm_variables_close(wm_variables *variables);

/* Finds the next variable of the list that was set at the start, or is set now. False at the end.
 */
bool wm_variables_next(wm_variables *variables, wm_variable *variable);

/* The masked names of the libraries in a file of preloaded libraries; empty: it names none. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_variables_preload(const char *path, char text[WM_VARIABLES_SIZE]);

/* Forms a value that a record may hold. Folders become `.../`, since their names can name a user;
 * of a file the name is kept. Other than printable ASCII becomes `?`. A value that is neither
 * numbers nor words nor paths is masked as a whole. At most 256 bytes are kept. */
void wm_variables_mask(const char *name, const char *value, char text[WM_VARIABLES_SIZE]);

/* Takes a line about a variable. */
typedef void wm_variables_tell(void *context, const char *words);

/* Reports the variables that can make a device of so many units slower than it could be, or that
 * load other code into this program. */
void wm_variables_judge(wm_variables *variables, const wm_backend *backend, unsigned units,
                        wm_variables_tell *tell, void *context);

#endif
