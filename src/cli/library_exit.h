/* An exit of the program that a library makes. */
#ifndef WM_CLI_LIBRARY_EXIT_H
#define WM_CLI_LIBRARY_EXIT_H

/* From now on an exit of the program has the status of trouble, and removes what the program keeps
 * for a while, as a signal does. For .preinit_array: before the constructors of all libraries. */
void wm_library_exit_guard(void);

/* The program has its answer: the next exit is its own. */
void wm_library_exit_allow(void);

#endif
