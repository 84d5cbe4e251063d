/* Writes nodes into a sink. */
#include "study/procedure/sink.h"

#include "base/status.h"

wm_status wm_sink_write(const wm_sink *sink, const wm_form *form, const void *node,
                        char id[WM_ID_SIZE], wm_error *err)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_status status = wm_kind_write(form, node, &line);
    if (status != WM_OK)
        status = wm_error_set(err, status, NULL, "cannot write an observation: %s",
                              wm_status_text(status));
    else
        status = sink->append(sink->context, line.data, line.size, id, err);
    wm_buffer_clear(&line);
    return status;
}
