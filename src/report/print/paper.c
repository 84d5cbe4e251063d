/* The width and the colours of a paper. */
#include "report/print/paper.h"

enum { WIDTH_USUAL = 80 };

size_t wm_paper_width(const wm_paper *paper)
{
    return paper->width > 0 ? paper->width : WIDTH_USUAL;
}

const char *wm_paper_on(const wm_paper *paper, wm_emphasis emphasis)
{
    static const char *const codes[WM_EMPHASIS_COUNT] = {"", "\033[1m", "\033[32m", "\033[1;31m",
                                                         "\033[33m"};
    return paper->is_coloured ? codes[emphasis] : "";
}

const char *wm_paper_off(const wm_paper *paper, wm_emphasis emphasis)
{
    return paper->is_coloured && emphasis != WM_EMPHASIS_NONE ? "\033[0m" : "";
}
