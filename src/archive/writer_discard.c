/* Removes the files of a record that could not be finished. */
#include "archive/writer.h"
#include "archive/writer_state.h"

#include <stdio.h>
#include <unistd.h>

void wm_writer_discard(const wm_writer *writer)
{
    static const char *const FILES[] = {"manifest.sha256", "evidence.jsonl"};
    const char *partial = writer->path;
    char path[700];
    for (size_t i = 0; wm_checker_at(i) != NULL; i++) {
        snprintf(path, sizeof path, "%s/%s", partial, wm_checker_at(i)->path);
        (void)unlink(path);
    }
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", partial, FILES[i]);
        (void)unlink(path);
    }
    for (size_t i = 0; i < WM_TABLES_CONTINUES; i++) {
        snprintf(path, sizeof path, "%s/%s", partial, wm_prior_copy_path(i));
        (void)unlink(path);
    }
    snprintf(path, sizeof path, "%s/code", partial);
    (void)rmdir(path);
    snprintf(path, sizeof path, "%s/prior", partial);
    (void)rmdir(path);
    (void)rmdir(partial);
}
