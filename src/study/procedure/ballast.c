/* Holds memory of a device.
 *
 * Systems promise memory that they do not have, so each piece is written. A reserve is left: the
 * kernel ends programs, and the checks need room of their own. */
#include "study/procedure/ballast.h"

/* Checks allocate scratch, a tree of digests, and an output that is kept aside. */
static const uint64_t ROOM = (uint64_t)512 << 20, OUTPUTS = 4;

/* A piece is what is missing, between these. A virtual machine may take 2 s to touch a GiB for the
 * first time, so a host's pieces are small: between them the caller may stop. Half of all pieces
 * hold the whole memory, however large it is. */
static const uint64_t LEAST = (uint64_t)16 << 20, MOST = (uint64_t)4 << 30,
                      MOST_HOST = (uint64_t)256 << 20;

static uint64_t piece_of(const wm_device *device, uint64_t missing)
{
    const uint64_t share = missing / (WM_BALLAST_PIECES / 2);
    const uint64_t most = device->ops->is_host ? MOST_HOST : MOST;
    return share > most ? share : most;
}

wm_status wm_ballast_reserve(wm_device *device, size_t output_bytes, uint64_t *reserve_bytes)
{
    wm_device_properties properties;
    const wm_status status = device->ops->properties(device, &properties);
    if (status != WM_OK)
        return status;
    *reserve_bytes = ROOM + OUTPUTS * output_bytes;
    if (device->ops->is_host)
        *reserve_bytes += properties.memory_bytes / 4;
    return WM_OK;
}

/* Allocates one piece and writes it: memory that nobody wrote may not be there. */
static wm_status take_piece(wm_ballast *ballast, uint64_t size)
{
    wm_device *device = ballast->device;
    wm_device_buffer **piece = &ballast->pieces[ballast->count];
    wm_status status = device->ops->alloc(device, (size_t)size, piece);
    if (status != WM_OK)
        return status;
    ballast->count++;
    return device->ops->fill_bytes(device, *piece, (size_t)size, 0x5a);
}

/* Frees the last pieces until these bytes are free again. */
static void give_back(wm_ballast *ballast, uint64_t bytes)
{
    wm_device *device = ballast->device;
    for (uint64_t given = 0; given < bytes && ballast->count > 0;) {
        wm_device_buffer *last = ballast->pieces[--ballast->count];
        given += device->ops->size_bytes(last);
        device->ops->free(device, last);
    }
}

wm_status wm_ballast_take(wm_ballast *ballast, wm_device *device, uint64_t reserve_bytes,
                          wm_ballast_stop *stop, const void *context)
{
    uint64_t most, left = 0;
    wm_status status;
    *ballast = (wm_ballast){.device = device};
    status = device->ops->memory_free(device, &left);
    if (status == WM_OK && left < reserve_bytes)
        return WM_E_NOMEM;
    most = piece_of(device, left - reserve_bytes);
    while (status == WM_OK && left >= reserve_bytes + LEAST && most >= LEAST &&
           ballast->count < WM_BALLAST_PIECES) {
        const uint64_t missing = left - reserve_bytes;
        if (stop(context))
            return WM_E_INTERRUPTED;
        status = take_piece(ballast, missing < most ? missing : most);
        if (status == WM_E_NOMEM) { /* try smaller pieces */
            most /= 2;
            status = WM_OK;
        }
        if (status == WM_OK)
            status = device->ops->memory_free(device, &left);
    }
    if (most < LEAST)
        give_back(ballast, reserve_bytes);
    return status;
}

void wm_ballast_drop(wm_ballast *ballast)
{
    for (size_t i = 0; i < ballast->count; i++)
        ballast->device->ops->free(ballast->device, ballast->pieces[i]);
    *ballast = (wm_ballast){.device = NULL};
}
