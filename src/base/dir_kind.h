/* What a walk through a folder meets. */
#ifndef WM_BASE_DIR_KIND_H
#define WM_BASE_DIR_KIND_H

typedef enum wm_dir_kind {
    WM_DIR_FILE,   /* a plain file */
    WM_DIR_EMPTY,  /* a folder with nothing in it */
    WM_DIR_DEEP,   /* a folder nested deeper than 32, which is not entered */
    WM_DIR_CLOSED, /* what cannot be looked at; the walk then ends with an error */
    WM_DIR_OTHER   /* a symbolic link, a device, a pipe, a socket */
} wm_dir_kind;

/* Called for everything below a folder but folders that hold something. path is relative. */
typedef void wm_dir_visit(void *context, const char *path, wm_dir_kind kind);

#endif
