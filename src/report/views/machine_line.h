/* The machine of a record on one line. */
#ifndef WM_REPORT_MACHINE_LINE_H
#define WM_REPORT_MACHINE_LINE_H

#include "model/model.h"

enum { WM_MACHINE_LINE_SIZE = 768 };

/* Writes the device, its cores or its UUID, memory, system, library, and the witness if it is
 * another device. What the record does not say is left out. */
void wm_machine_line_write(const wm_model *model, char text[WM_MACHINE_LINE_SIZE]);

#endif
