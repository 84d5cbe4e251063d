/* A record of a re-verification: numbers from elsewhere, under the root that was checked. */
#ifndef WM_CLI_REVERIFY_SEAL_H
#define WM_CLI_REVERIFY_SEAL_H

#include "report/reverify_report.h"
#include "base/buffer.h"

enum { WM_REVERIFY_SEAL_BYTES = 4 << 20 }; /* disk that is asked for before anything long begins */

/* Seals an x. record at report->sealed: the plan's name is `re-verification of ROOT`, the options
 * that it was limited or widened by, and the answer's first word; a series for each output, named
 * by its label (`item.N` where that is too long), with one observation; the series `outputs` with
 * the counts of verdicts, what was left out, and the exit status; claims over all of them. The
 * environment is the machine's observation, written: it is written before the work, since a
 * device can be lost in that. Errors: those of the writer. */
WM_MUST_CHECK wm_status wm_reverify_seal(const wm_reverify_report *report,
                                         const wm_buffer *environment, char root[WM_ID_SIZE],
                                         wm_error *err);

#endif
