/* The appendix that evaluations of artifacts ask for. */
#ifndef WM_REPORT_ARTIFACT_APPENDIX_H
#define WM_REPORT_ARTIFACT_APPENDIX_H

#include "model/model.h"
#include "report/document/document.h"

/* Adds what the record is, hardware and software, parameters, the files, how to check them, and
 * what is proven and what is not. Source: the appendices of ACM's and USENIX' artifact evaluations
 * (abstract, check-list, requirements, workflow, expected results). */
void wm_artifact_appendix_add(const wm_model *model, wm_document *to);

#endif
