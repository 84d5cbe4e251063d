/* Findings that a plan asked for. */
#ifndef WM_CLI_PLANNED_H
#define WM_CLI_PLANNED_H

#include "evidence/plan.h"

/* Whether a finding about the item is what its planned fault should come to: the faulty output was rejected. */
bool wm_planned_is_caught(const wm_item *item, const char *claim, const char *text);

#endif
