/* A plan item on a device: its operands, filled from their seeds, and its operation ready to
 * run. */
#ifndef WM_WORKLOAD_WORKLOAD_H
#define WM_WORKLOAD_WORKLOAD_H

#include "backend/job.h"
#include "record/plan.h"

/* An item's buffers and operation. */
typedef struct wm_workload {
    const wm_item *item; /* the plan's; outlives the workload */
    wm_device *device;
    wm_output shape;     /* of the output: rows, bytes of a row */
    size_t output_bytes; /* all of it */
    size_t output_count; /* elements of it */
    wm_format output_format;
    wm_device_buffer *operand[WM_TABLES_OPERANDS]; /* in the order of the format's table */
    wm_device_buffer *output;
    wm_device_buffer *tree; /* what openings need of the output last digested for them, else null */
    wm_job job;             /* writes into output */
} wm_workload;

/* How an operand's elements are drawn. */
typedef enum { WM_DRAW_NORMAL, WM_DRAW_INT8, WM_DRAW_INDEX } wm_draw;

/* One operand as it lies in memory. */
typedef struct {
    wm_draw draw;
    wm_format format;
    double count;   /* elements: perhaps more than any memory holds */
    uint64_t bound; /* of an index */
} wm_operand;

/* Operand number `index` of an item. Source: docs/formats/inputs.md section 4. */
wm_operand wm_workload_operand(const wm_item *item, unsigned index);

/* Bytes that measuring and checking the item takes on the device: operands; the output, repeat 0's
 * and a rejected one; the room of the check and of the digest. */
double wm_workload_bytes(const wm_item *item);

/* Allocates the item's buffers and describes its operation; the operands hold nothing yet.
 * Errors: NOMEM, UNSUPPORTED, DEVICE. After a failure the workload is empty. Ownership:
 * wm_workload_close. */
WM_MUST_CHECK wm_status wm_workload_open(wm_workload *workload, wm_device *device,
                                         const wm_item *item);

/* Fills all operands from their seeds under a nonce. Errors: those of the device's fills, NOMEM. */
WM_MUST_CHECK wm_status wm_workload_fill(wm_workload *workload, const char *nonce);

/* As wm_workload_fill, but operand i gets the seed of operand source[i]: another problem of the
 * same shape, for faults made on purpose. */
WM_MUST_CHECK wm_status wm_workload_fill_from(wm_workload *workload, const char *nonce,
                                              const unsigned source[WM_TABLES_OPERANDS]);

/* Exchanges the output buffer for another of the same size: the operation writes, and checks read,
 * that one from now on. */
void wm_workload_swap_output(wm_workload *workload, wm_device_buffer **buffer);

/* A new buffer of the output's size, freed by the caller. Errors: the device's. */
WM_MUST_CHECK wm_status wm_workload_new_output(const wm_workload *workload,
                                               wm_device_buffer **buffer);

/* Copies the output to that of another device's workload of the same item, through host memory.
 * Errors: either device's, NOMEM. */
WM_MUST_CHECK wm_status wm_workload_hand_over(const wm_workload *from, wm_workload *to);

/* The digest of the output as it stands. Errors: the device's. */
WM_MUST_CHECK wm_status wm_workload_digest(const wm_workload *workload,
                                           uint8_t digest[WM_BACKEND_DIGEST_BYTES]);

/* The same, and its tree for openings. Errors: the device's. Ownership: the tree is the workload's,
 * one for all its outputs. */
WM_MUST_CHECK wm_status wm_workload_digest_tree(wm_workload *workload,
                                                uint8_t digest[WM_BACKEND_DIGEST_BYTES]);

/* Frees the buffers; also of an empty workload. */
void wm_workload_close(wm_workload *workload);

#endif
