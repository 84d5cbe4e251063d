/* The files that a wrapped command executes, compared with what was hashed. */
#ifndef WM_STUDY_WRAP_FILE_H
#define WM_STUDY_WRAP_FILE_H

#include <witnessmark.h>

#include <stdbool.h>
#include <sys/stat.h>

enum {
    WM_WRAP_FILES = 6, /* Linux follows five interpreters */
    WM_WRAP_FILE_PATH = 4096,
    WM_WRAP_FILE_WORDS = 160
};

/* A file that stays open. */
typedef struct wm_wrap_file {
    char path[WM_WRAP_FILE_PATH];
    int descriptor; /* above standard error, close-on-exec */
    bool is_readable;
    struct stat seen;     /* when it was last found to have the bytes of hex */
    char hex[WM_ID_SIZE]; /* SHA-256; empty: it cannot be read */
    char reason[160];     /* why */
} wm_wrap_file;

/* The file of a command. If it is a script, the others are its interpreter, the interpreter of
 * that, and so on. Zero-initialise it. */
typedef struct wm_wrap_files {
    wm_wrap_file file[WM_WRAP_FILES];
    size_t count; /* above 1: a script */
    bool has_changed;
    char words[96]; /* what changed */
} wm_wrap_files;

/* When a look is taken. */
typedef enum wm_wrap_look {
    WM_WRAP_LOOK_BEFORE, /* a run: other times with the same bytes are no change */
    WM_WRAP_LOOK_AFTER,  /* a run: other times are one, because nobody knows which bytes ran */
    WM_WRAP_LOOK_LAST    /* the last run: all are hashed again */
} wm_wrap_look;

/* Opens a plain file and hashes it. One that may only be executed gets a descriptor that cannot be
 * read. Returns why that failed, or NULL. */
WM_MUST_CHECK const char *wm_wrap_file_open(wm_wrap_file *file, const char *path,
                                            char words[WM_WRAP_FILE_WORDS]);

/* What happened to a file since it was hashed: `replaced after it was hashed`; NULL: nothing. One
 * that is used by its path is hashed again at each look, any other one if its times changed. */
WM_MUST_CHECK const char *wm_wrap_file_change(wm_wrap_file *file, bool is_by_path,
                                              wm_wrap_look look);

/* Opens the file and, of a script, its interpreters, and hashes them. A file that may be executed
 * but not read has no SHA-256. Ownership: wm_wrap_files_close, also after a failure. Errors: OPEN;
 * LIMIT (an interpreter of an interpreter, too often). */
WM_MUST_CHECK wm_status wm_wrap_files_open(wm_wrap_files *files, const char *path, wm_error *err);

void wm_wrap_files_close(wm_wrap_files *files);

/* The descriptor by which the command is started; -1: by its path, as a script must be. */
int wm_wrap_files_descriptor(const wm_wrap_files *files);

/* Why a file is not the one that was hashed: its path names another file or none, or its times or
 * bytes changed. NULL: all are the same. A program is hashed again if its times changed, a script
 * and its interpreters at each look: they are opened again by their paths. */
WM_MUST_CHECK const char *wm_wrap_files_changed(wm_wrap_files *files, wm_wrap_look look);

#endif
