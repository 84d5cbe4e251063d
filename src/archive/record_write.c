/* Writes a whole record from a graph in memory. */
#include <witnessmark.h>

#include "archive/writer.h"
#include "record/build/given.h"
#include "record/build/graph.h"

/* Disk space for the derived nodes, in addition to the observations. */
enum { ROOM_BYTES = 16 << 20 };

wm_status wm_record_write(const char *path, wm_graph *graph, const char *const *continues,
                          size_t continue_count, char root[WM_ID_SIZE], wm_error *err)
{
    wm_writer *writer = NULL;
    wm_status status = wm_given_is_there("path", path != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("root", root != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("continues", continues != NULL || continue_count == 0, err);
    for (size_t i = 0; status == WM_OK && i < continue_count; i++)
        status = wm_given_is_there("a path of continues", continues[i] != NULL, err);
    if (status == WM_OK)
        status = wm_writer_open(path, wm_graph_size(graph) + ROOM_BYTES, NULL, 0, &writer, err);
    if (status != WM_OK)
        return status;
    status = wm_writer_take(writer, graph, err);
    if (status == WM_OK)
        status = wm_writer_seal(writer, continues, continue_count, root, err);
    if (status != WM_OK)
        wm_writer_discard(writer);
    wm_writer_close(writer);
    return status;
}
