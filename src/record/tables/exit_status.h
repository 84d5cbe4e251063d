/* The exit statuses of the program. */
#ifndef WM_RECORD_EXIT_STATUS_H
#define WM_RECORD_EXIT_STATUS_H

/* The exit status of every command: docs/man/witnessmark.1, section EXIT STATUS. 128 + n:
 * interrupted by signal n. */
enum {
    WM_EXIT_YES = 0,          /* done; valid; verified */
    WM_EXIT_NO = 1,           /* read and wrong */
    WM_EXIT_TROUBLE = 2,      /* usage, cannot open, read or write, no such device */
    WM_EXIT_INCONCLUSIVE = 3, /* a required check could not run; a newer format */
    WM_EXIT_SIGNAL = 128
};

#endif
