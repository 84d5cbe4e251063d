/* The device kinds that this program was built with, and how a device of one is named. */
#ifndef WM_BACKEND_REGISTRY_H
#define WM_BACKEND_REGISTRY_H

#include "backend/backend.h"

enum { WM_REGISTRY_DEVICES = 64 }; /* of one kind, that can be named */

/* Kind number `index`, cpu first; null past the end. */
const wm_backend *wm_registry_get(size_t index);

/* The kind of that name, or null. */
const wm_backend *wm_registry_find(const char *name);

/* Which device of a kind a word means: its number in decimal, its UUID, or the beginning of a UUID
 * that no other device's has (case does not matter). Null means device 0. Numbers are not looked
 * up: opening tells. A device that its entry calls unusable is found all the same. Errors: NOTFOUND
 * (no such device, or several; err says which). */
WM_MUST_CHECK wm_status wm_registry_choose(const wm_backend *backend, const char *word,
                                           unsigned *index, wm_error *err);

/* Opens the device that the name of a kind and a word mean; options->index becomes its number.
 * err's place is the kind. Errors: NOTFOUND, those of the kind's `open`, with its reason.
 * Ownership: the caller closes it. */
WM_MUST_CHECK wm_status wm_registry_open(const char *name, const char *word,
                                         wm_device_options *options, wm_device **device,
                                         wm_error *err);

#endif
