/* The standard descriptors, which the caller of the program may have closed. */
#ifndef WM_CLI_STANDARD_FILES_H
#define WM_CLI_STANDARD_FILES_H

/* Opens each closed descriptor of 0, 1 and 2. A program calls this before anything else: the next
 * file that it opens would take the place, and its messages would be written into that file.
 *
 * /dev/null is opened for the other direction: 0 for writing, 1 and 2 for reading. Reading or
 * writing them then fails as on a closed descriptor, so that no output seems to be written. Ends
 * the process with WM_EXIT_TROUBLE where /dev/null cannot be opened. */
void wm_standard_files_open(void);

#endif
