/* The program with rates that it is told, for tests of what `run --against` concludes.
 *
 * A run whose record PATH has a file PATH.told beside it has what this says, in place of its own
 * rates and flags: `RATE FLAGS KNOWN`. Another run has the rate 1e9, no flag, and knows that. The
 * rates of a busy machine would decide the tests. */
#include "study/foreign/against_side.h"

#include <stdio.h>
#include <unistd.h>

/* The linker gives calls of wm_against_side_read to the first (-Wl,--wrap). */
void __wrap_wm_against_side_read(const char *path, wm_against_side *side,
                                 char why[WM_AGAINST_REASON]);
void __real_wm_against_side_read(const char *path, wm_against_side *side,
                                 char why[WM_AGAINST_REASON]);

void __wrap_wm_against_side_read(const char *path, wm_against_side *side,
                                 char why[WM_AGAINST_REASON])
{
    static unsigned others;
    double rate = 1e9;
    unsigned flags = 0, is_known = 1;
    char name[4200];
    FILE *file;
    __real_wm_against_side_read(path, side, why);
    (void)snprintf(name, sizeof name, "%s.told", path);
    file = fopen(name, "r");
    if (file != NULL) {
        if (fscanf(file, "%lf %u %u", &rate, &flags, &is_known) != 3)
            rate = -1;
        (void)fclose(file);
        (void)unlink(name);
    }
    /* no two pairs are alike, whichever side was first */
    if (file == NULL)
        rate *= others++ % 2 == 0 ? 1 - 1e-4 : 1 + 1e-4;
    for (size_t i = 0; i < side->count; i++) {
        if (side->seen[i].reason[0] == '\0')
            side->seen[i].rate = rate;
        side->seen[i].flags = flags;
        side->seen[i].is_known = is_known != 0;
    }
}
