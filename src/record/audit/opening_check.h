/* Checks of the openings of an output. */
#ifndef WM_RECORD_OPENING_CHECK_H
#define WM_RECORD_OPENING_CHECK_H

#include "record/audit/audit_state.h"
#include "record/laws/opening.h"
#include "record/nodes/objects.h"

/* Checks the openings of an output: place, size and path. Rules: opening.place, opening.data,
 * opening.path, and those of fields. False if something was refused, or on an error. Source:
 * record.md section 3, witness; inputs.md sections 5 and 6. */
bool wm_opening_check(wm_audit_state *state, const wm_item *item, const wm_list *openings,
                      const uint8_t output_digest[WM_SHA256_SIZE]);

/* Checks openings at given places, in their order; NULL: at any that exist. Rules: revisit.place,
 * opening.data, opening.path, and those of fields. False as above. Source: record.md section 3,
 * revisit. */
bool wm_opening_check_at(wm_audit_state *state, const wm_item *item, const wm_list *openings,
                         const uint8_t output_digest[WM_SHA256_SIZE],
                         const wm_opening_place *places);

#endif
