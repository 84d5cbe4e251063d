/* The environment variables that steer the loader and the libraries: a closed list. */
#ifndef WM_MEASURE_VARIABLES_H
#define WM_MEASURE_VARIABLES_H

#include "backend/backend.h"

enum {
    WM_VARIABLES_KEPT = 256, /* bytes of a value that a record keeps */
    WM_VARIABLES_SIZE = 320, /* a value as a fact, with its NUL */
    WM_VARIABLES_NAME = 64   /* the name of a fact, with its NUL */
};

/* A variable that is set. */
typedef struct wm_variable {
    const char *name;              /* `OPENBLAS_CORETYPE` */
    char fact[WM_VARIABLES_NAME];  /* `env.openblas_coretype` */
    char value[WM_VARIABLES_SIZE]; /* as a record may hold it; empty if the value is */
} wm_variable;

/* Finds the next variable of the list that is set. *index starts at 0. False at the end. */
bool wm_variables_next(size_t *index, wm_variable *variable);

/* Forms a value that a record may hold. Folders become `.../`, since their names can name a user;
 * of a file the name is kept. Other than printable ASCII becomes `?`. A value that is neither
 * numbers nor words nor paths is masked as a whole. At most 256 bytes are kept. */
void wm_variables_mask(const char *name, const char *value, char text[WM_VARIABLES_SIZE]);

/* Takes a line about a variable. */
typedef void wm_variables_tell(void *context, const char *words);

/* Reports the variables that can make this device slower than it could be, or that load other code
 * into this program. */
void wm_variables_judge(const wm_device_properties *properties, wm_variables_tell *tell,
                        void *context);

#endif
