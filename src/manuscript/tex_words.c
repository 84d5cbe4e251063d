/* The environments of LaTeX and the units of siunitx that the reader knows, as tables.
 *
 * The tables are sorted by name, as bytes, and searched by halves; a test compares their order.
 * What is not in them is transparent: it is read as text. */
#include "manuscript/tex_words.h"

#include <string.h>

static const wm_tex_environment ENVIRONMENTS[] = {
    {"BVerbatim", WM_TEX_SKIPPED, ""},
    {"CCSXML", WM_TEX_SKIPPED, ""},
    {"IEEEbiography", WM_TEX_SKIPPED, ""},
    {"IEEEbiographynophoto", WM_TEX_SKIPPED, ""},
    {"LVerbatim", WM_TEX_SKIPPED, ""},
    {"NiceTabular", WM_TEX_TABLE, "om"},
    {"SCfigure", WM_TEX_FLOAT, "o"},
    {"SCtable", WM_TEX_FLOAT, "o"},
    {"SaveVerbatim", WM_TEX_SKIPPED, ""},
    {"Verbatim", WM_TEX_SKIPPED, ""},
    {"adjustbox", WM_TEX_PLAIN, "m"},
    {"algorithm", WM_TEX_SKIPPED, ""},
    {"algorithm2e", WM_TEX_SKIPPED, ""},
    {"algorithmic", WM_TEX_SKIPPED, ""},
    {"algorithmic2e", WM_TEX_SKIPPED, ""},
    {"align", WM_TEX_SKIPPED, ""},
    {"alignat", WM_TEX_SKIPPED, ""},
    {"alltt", WM_TEX_SKIPPED, ""},
    {"asy", WM_TEX_SKIPPED, ""},
    {"axis", WM_TEX_SKIPPED, ""},
    {"biography", WM_TEX_SKIPPED, ""},
    {"bytefield", WM_TEX_SKIPPED, ""},
    {"circuitikz", WM_TEX_SKIPPED, ""},
    {"code", WM_TEX_SKIPPED, ""},
    {"comment", WM_TEX_SKIPPED, ""},
    {"description", WM_TEX_PLAIN, "o"},
    {"displaymath", WM_TEX_SKIPPED, ""},
    {"dmath", WM_TEX_SKIPPED, ""},
    {"enumerate", WM_TEX_PLAIN, "o"},
    {"eqnarray", WM_TEX_SKIPPED, ""},
    {"equation", WM_TEX_SKIPPED, ""},
    {"figure", WM_TEX_FLOAT, "o"},
    {"filecontents", WM_TEX_SKIPPED, ""},
    {"flalign", WM_TEX_SKIPPED, ""},
    {"forest", WM_TEX_SKIPPED, ""},
    {"gather", WM_TEX_SKIPPED, ""},
    {"itemize", WM_TEX_PLAIN, "o"},
    {"longtable", WM_TEX_TABLE, "om"},
    {"longtabu", WM_TEX_TABLE, "om"},
    {"longtblr", WM_TEX_TABLE, "om"},
    {"lstlisting", WM_TEX_SKIPPED, ""},
    {"marginfigure", WM_TEX_FLOAT, "o"},
    {"margintable", WM_TEX_FLOAT, "o"},
    {"math", WM_TEX_SKIPPED, ""},
    {"mathpar", WM_TEX_SKIPPED, ""},
    {"minipage", WM_TEX_PLAIN, "ooom"},
    {"minted", WM_TEX_SKIPPED, ""},
    {"mpsupertabular", WM_TEX_TABLE, "om"},
    {"multicols", WM_TEX_PLAIN, "m"},
    {"multline", WM_TEX_SKIPPED, ""},
    {"overpic", WM_TEX_SKIPPED, ""},
    {"pgfpicture", WM_TEX_SKIPPED, ""},
    {"picture", WM_TEX_SKIPPED, ""},
    {"prooftree", WM_TEX_SKIPPED, ""},
    {"pseudocode", WM_TEX_SKIPPED, ""},
    {"pspicture", WM_TEX_SKIPPED, ""},
    {"resizebox", WM_TEX_PLAIN, "m"},
    {"sidewaysfigure", WM_TEX_FLOAT, "o"},
    {"sidewaystable", WM_TEX_FLOAT, "o"},
    {"subequations", WM_TEX_SKIPPED, ""},
    {"subfigure", WM_TEX_FLOAT, "om"},
    {"subtable", WM_TEX_FLOAT, "om"},
    {"supertabular", WM_TEX_TABLE, "om"},
    {"table", WM_TEX_FLOAT, "o"},
    {"tabu", WM_TEX_TABLE, "om"},
    {"tabular", WM_TEX_TABLE, "om"},
    {"tabular*", WM_TEX_TABLE, "mom"},
    {"tabularx", WM_TEX_TABLE, "mom"},
    {"tabulary", WM_TEX_TABLE, "mom"},
    {"talltblr", WM_TEX_TABLE, "om"},
    {"tblr", WM_TEX_TABLE, "om"},
    {"tcblisting", WM_TEX_SKIPPED, ""},
    {"thebibliography", WM_TEX_SKIPPED, ""},
    {"threeparttable", WM_TEX_FLOAT, "o"},
    {"tikzpicture", WM_TEX_SKIPPED, ""},
    {"verbatim", WM_TEX_SKIPPED, ""},
    {"wrapfigure", WM_TEX_FLOAT, "omom"},
    {"wraptable", WM_TEX_FLOAT, "omom"},
    {"xtabular", WM_TEX_TABLE, "om"},
};

/* Prefixes and units of siunitx, and units that papers define under these names. */
static const struct {
    const char *name, *text;
} UNITS[] = {
    {"FLOP", "FLOP"},
    {"FLOPS", "FLOP/s"},
    {"Flop", "FLOP"},
    {"Flops", "FLOP/s"},
    {"GB", "GB"},
    {"GBps", "GB/s"},
    {"GFLOPS", "GFLOP/s"},
    {"GFlops", "GFLOP/s"},
    {"GHz", "GHz"},
    {"Gbps", "Gbps"},
    {"Gflops", "GFLOP/s"},
    {"GiB", "GiB"},
    {"Hz", "Hz"},
    {"J", "J"},
    {"KB", "KB"},
    {"Kbps", "Kbps"},
    {"KiB", "KiB"},
    {"MB", "MB"},
    {"MBps", "MB/s"},
    {"MFLOPS", "MFLOP/s"},
    {"MHz", "MHz"},
    {"MW", "MW"},
    {"Mbps", "Mbps"},
    {"MiB", "MiB"},
    {"PB", "PB"},
    {"PFLOPS", "PFLOP/s"},
    {"TB", "TB"},
    {"TBps", "TB/s"},
    {"TFLOPS", "TFLOP/s"},
    {"TFlops", "TFLOP/s"},
    {"Tflops", "TFLOP/s"},
    {"TiB", "TiB"},
    {"W", "W"},
    {"ampere", "A"},
    {"atto", "a"},
    {"bit", "bit"},
    {"bps", "bps"},
    {"byte", "B"},
    {"celsius", "\027C"},
    {"centi", "c"},
    {"cubed", "^3"},
    {"cubic", ""},
    {"day", "d"},
    {"deca", "da"},
    {"deci", "d"},
    {"decibel", "dB"},
    {"degree", "\027"},
    {"degreeCelsius", "\027C"},
    {"electronvolt", "eV"},
    {"exa", "E"},
    {"exbi", "Ei"},
    {"femto", "f"},
    {"flop", "FLOP"},
    {"flops", "FLOP/s"},
    {"gflops", "GFLOP/s"},
    {"gibi", "Gi"},
    {"giga", "G"},
    {"gram", "g"},
    {"hecto", "h"},
    {"hertz", "Hz"},
    {"hour", "h"},
    {"iops", "IOPS"},
    {"joule", "J"},
    {"kB", "kB"},
    {"kHz", "kHz"},
    {"kJ", "kJ"},
    {"kW", "kW"},
    {"kWh", "kWh"},
    {"kelvin", "K"},
    {"kibi", "Ki"},
    {"kilo", "k"},
    {"liter", "L"},
    {"litre", "L"},
    {"mJ", "mJ"},
    {"mW", "mW"},
    {"mebi", "Mi"},
    {"mega", "M"},
    {"meter", "m"},
    {"metre", "m"},
    {"micro", "\026"},
    {"milli", "m"},
    {"minute", "min"},
    {"ms", "ms"},
    {"nano", "n"},
    {"newton", "N"},
    {"ns", "ns"},
    {"ohm", "Ohm"},
    {"op", "op"},
    {"ops", "ops"},
    {"pascal", "Pa"},
    {"pebi", "Pi"},
    {"per", "/"},
    {"percent", "%"},
    {"peta", "P"},
    {"pico", "p"},
    {"ps", "ps"},
    {"raiseto", "^"},
    {"s", "s"},
    {"second", "s"},
    {"square", ""},
    {"squared", "^2"},
    {"tebi", "Ti"},
    {"tera", "T"},
    {"tflops", "TFLOP/s"},
    {"tothe", "^"},
    {"us", "\026s"},
    {"volt", "V"},
    {"watt", "W"},
    {"yocto", "y"},
    {"yotta", "Y"},
    {"zepto", "z"},
    {"zetta", "Z"},
};

/* Compares a name of `size` bytes with a text. */
static int compare(const char *name, size_t size, const char *text)
{
    const int order = strncmp(name, text, size);
    return order != 0 ? order : -(int)(text[size] != '\0');
}

size_t wm_tex_words_find(const void *table, size_t count, size_t row, const char *name, size_t size)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const char *text;
        int order;
        memcpy(&text, (const char *)table + middle * row, sizeof text);
        order = compare(name, size, text);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return count;
}

#define FIND(table) \
    wm_tex_words_find(table, sizeof(table) / sizeof *(table), sizeof *(table), name, size)
#define COUNT(table) (sizeof(table) / sizeof *(table))

const wm_tex_environment *wm_tex_words_environment(const char *name, size_t size)
{
    size_t index = FIND(ENVIRONMENTS);
    if (index == COUNT(ENVIRONMENTS) && size > 1 && name[size - 1] == '*') {
        size--;
        index = FIND(ENVIRONMENTS);
    }
    return index < COUNT(ENVIRONMENTS) ? &ENVIRONMENTS[index] : NULL;
}

const char *wm_tex_words_unit(const char *name, size_t size)
{
    const size_t index = FIND(UNITS);
    return index < COUNT(UNITS) ? UNITS[index].text : NULL;
}
