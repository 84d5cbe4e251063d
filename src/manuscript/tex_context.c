/* Judges a number by the words around it.
 *
 * A paper has more numbers with units than results: sizes of machines and inputs, limits, periods,
 * numbers of others. Each class of units has words that speak for a result or against it.
 * docs/bind.md has the measured errors. */
#include "manuscript/tex_context.h"

#include <math.h>
#include <string.h>

/* The bytes of the longest sentence. */
enum { LONGEST = 4096 };

/* Words that compare; they make a factor of a number. */
static const char COMPARATIVE[] =
    "faster slower higher lower more less larger smaller better worse greater longer shorter fewer "
    "cheaper quicker lighter heavier improve* increase* decrease* reduc* speedup* speed-up* "
    "slowdown* as the that over than gain* throughput latency performance cost hit*";
static const char GAIN[] =
    "faster slower higher lower more less larger smaller better worse greater longer shorter fewer "
    "cheaper quicker improv* increas* decreas* reduc* speedup* speed-up* speeds slowdown* gain* "
    "outperform* overhead* win* advantage acceler* overtak* exceed* beat* factor* up average "
    "geomean mean geometric median recover* than compared versus vs drop* save* saving* degrad*";
static const char HARDWARE[] =
    "xeon epyc ryzen processor processors cpu cpus intel amd cores core sockets socket equipped "
    "gddr* hbm* ddr* dram ram clocked turbo boost testbed machine machines server servers "
    "workstation specification* datasheet nominal* theoretical* nic nics ethernet infiniband ssd "
    "ssds nvme hdd disk disks cache l1 l2 l3 llc vram pcie running";
static const char REACHED[] =
    "reach* achiev* sustain* measur* deliver* attain* observ* yield* obtain* throughput we our get "
    "gets got runs ran only show shows shown saw see seen result*";
static const char OWN[] = "we our ours us";

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static bool is_word_byte(char byte)
{
    byte = lower(byte);
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
           (unsigned char)byte >= 0x80;
}

/* The word that begins at a place: its end; hyphens inside belong to it. */
static size_t word_end(const wm_tex_text *text, size_t at, size_t end)
{
    while (at < end && (is_word_byte(text->data[at]) || (text->data[at] == '-' && at + 1 < end &&
                                                         is_word_byte(text->data[at + 1]))))
        at++;
    return at;
}

/* Whether a word is one of a list. */
static bool is_listed(const char *word, size_t size, const char *words)
{
    for (;; words++) {
        size_t same = 0;
        while (same < size && lower(word[same]) == words[same])
            same++;
        words += same;
        if (*words == '*' || (same == size && (*words == ' ' || *words == '\0')))
            return true;
        while (*words != ' ')
            if (*words++ == '\0')
                return false;
    }
}

bool wm_tex_context_has(const wm_tex_text *text, size_t begin, size_t end, const char *words)
{
    for (size_t at = begin; at < end;) {
        const size_t behind = word_end(text, at, end);
        const bool is_word = behind > at && !(text->data[at] >= '0' && text->data[at] <= '9');
        if (is_word && is_listed(text->data + at, behind - at, words))
            return true;
        at = behind > at ? behind : at + 1;
    }
    return false;
}

/* The place behind the next `count` words. */
static size_t words_behind(const wm_tex_text *text, size_t at, size_t end, unsigned count)
{
    while (count-- > 0 && at < end) {
        while (at < end && !is_word_byte(text->data[at])) {
            if (strchr(";:()", text->data[at]) != NULL && text->data[at] != '\0')
                return at;
            at++;
        }
        at = word_end(text, at, end);
    }
    return at;
}

/* The place before the last `count` words. */
static size_t words_before(const wm_tex_text *text, size_t at, size_t begin, unsigned count)
{
    while (count-- > 0 && at > begin) {
        while (at > begin && !is_word_byte(text->data[at - 1])) {
            if (strchr(";:(", text->data[at - 1]) != NULL && text->data[at - 1] != '\0')
                return at;
            at--;
        }
        while (at > begin && (is_word_byte(text->data[at - 1]) || text->data[at - 1] == '-'))
            at--;
    }
    return at;
}

static bool has_behind(const wm_tex_text *text, size_t at, size_t end, unsigned count,
                       const char *words)
{
    return wm_tex_context_has(text, at, words_behind(text, at, end, count), words);
}

static bool has_before(const wm_tex_text *text, size_t at, size_t begin, unsigned count,
                       const char *words)
{
    return wm_tex_context_has(text, words_before(text, at, begin, count), at, words);
}

bool wm_tex_context_follows(const wm_tex_text *text, size_t at, size_t end, const char *words)
{
    return has_behind(text, at, end, 1, words);
}

bool wm_tex_context_compares(const wm_tex_text *text, size_t begin, size_t end)
{
    return wm_tex_context_has(text, begin, end,
                              "faster slower higher lower more less larger smaller better worse "
                              "greater than times speedup speed-up outperform* exceed* beat* "
                              "versus vs compared improve* gain* ahead behind double twice half");
}

/* ---- factors --------------------------------------------------------------------------------- */

bool wm_tex_context_is_factor(const wm_tex_text *text, size_t begin, size_t end,
                              const wm_tex_number *number)
{
    size_t at = number->digits_end;
    while (at < end && strchr(" \t-", text->data[at]) != NULL && text->data[at] != '\0')
        at++;
    if (has_behind(text, at, end, 1, "times"))
        return has_behind(text, words_behind(text, at, end, 1), end, 2, COMPARATIVE);
    if (has_behind(text, at, end, 1, "fold"))
        return has_behind(text, words_behind(text, at, end, 1), end, 3, COMPARATIVE) ||
               has_before(text, number->at, begin, 5, GAIN);
    if (has_behind(text, number->digits_end, end, 1, "percent* per"))
        return false;
    return !number->is_integer &&
           has_before(text, number->at, begin, 5, "speedup* speed-up* slowdown* factor*") &&
           has_before(text, number->at, begin, 4, "of by to is was are between and over");
}

/* ---- for and against, by class --------------------------------------------------------------- */

/* The sentence and the number. */
typedef struct {
    const wm_tex_text *text;
    size_t begin, end;
    const wm_tex_number *number;
    wm_tex_sentence *sentence;
} site;

/* Whether the sentence has one of the words. A list is searched for once, however many numbers
 * the sentence has. */
static bool said(const site *of, const char *words)
{
    wm_tex_sentence *sentence = of->sentence;
    bool has;
    for (unsigned i = 0; i < sentence->count; i++)
        if (sentence->said[i].words == words)
            return sentence->said[i].has;
    has = wm_tex_context_has(of->text, of->begin, of->end, words);
    if (sentence->count < WM_TEX_SENTENCE_LISTS) {
        sentence->said[sentence->count].words = words;
        sentence->said[sentence->count++].has = has;
    }
    return has;
}

static bool before(const site *of, unsigned count, const char *words)
{
    return has_before(of->text, of->number->at, of->begin, count, words);
}

static bool behind(const site *of, unsigned count, const char *words)
{
    return has_behind(of->text, of->number->end, of->end, count, words);
}

static bool is_power_of_two(double value)
{
    double power = 1;
    while (power < value)
        power *= 2;
    return power == value;
}

/* A number of another work: it is beside a citation, or they report it, and nothing says that it is
 * ours. */
static bool is_cited(const site *of)
{
    const char *mark = memchr(of->text->data + of->begin, WM_TEX_MARK_CITE, of->end - of->begin);
    const bool is_told =
        said(of, "they authors study studies") &&
        said(of, "find found report* show* experienc* observ* measur* claim* propos* indicat*");
    return (mark != NULL || is_told) && !said(of, OWN);
}

/* Whether a number is a frame rate that cameras and screens have. */
static bool is_frame_rate(const site *of)
{
    static const double RATES[] = {10, 15, 20, 24, 25, 30, 50, 60, 90, 120};
    if (strcmp(of->number->unit.base, "/s") != 0 || of->number->unit.scale != 1)
        return false;
    if (of->number->unit.size > 0 && lower(of->text->data[of->number->end - 3]) != 'f')
        return false; /* `RPS` and the like */
    for (size_t i = 0; i < sizeof RATES / sizeof *RATES; i++)
        if (of->number->value == RATES[i])
            return true;
    return false;
}

/* Whether a number is a rate that networks have: 10 Gbit/s and the like. */
static bool is_link_rate(const site *of)
{
    static const double GIGABITS[] = {1, 10, 25, 40, 50, 56, 100, 200, 400, 800};
    const double rate = of->number->value * of->number->unit.scale;
    if (strcmp(of->number->unit.base, "bit/s") != 0 || !of->number->is_integer)
        return false;
    for (size_t i = 0; i < sizeof GIGABITS / sizeof *GIGABITS; i++)
        if (fabs(rate - GIGABITS[i] * 1e9) < 1)
            return true;
    return false;
}

static bool is_rate(const site *of)
{
    static const char LINE[] =
        "nic nics link links ethernet infiniband switch* port ports interface* connection* uplink "
        "fiber card cards adapter* hca network networks lan wan camera* video* bus pcie nvlink "
        "target cap limit line-rate";
    static const char LINK[] =
        "link* ethernet network* cable* connector* switch* port ports nic nics";
    if (behind(of, 2, LINE) && of->number->is_integer)
        return false;
    if (before(of, 4,
               "theoretical* nominal* advertised limit* throttl* shap* capp* cap set configured "
               "emulat* target* arrival rated assum* fixed restrict* line-rate*"))
        return false;
    if (before(of, 6, "offered possible") || behind(of, 2, "load loads") ||
        (before(of, 8, "load loads") && !before(of, 8, REACHED)))
        return false;
    if (before(of, 3, "link network nic nics ethernet line") && of->number->is_integer)
        return false;
    if (is_link_rate(of) && (before(of, 1, "at") || (said(of, LINK) && !said(of, REACHED))))
        return false;
    if (of->number->is_integer && said(of, "rtt rtts") && said(of, "link links bottleneck") &&
        !before(of, 4, REACHED))
        return false;
    if (said(of, "theoretical* nominal* datasheet specification* advertised gddr* hbm2 hbm2e hbm3 "
                 "hbm3e ddr3 ddr4 ddr5 equipped peak") &&
        !said(of, REACHED))
        return false;
    if (of->number->is_integer && before(of, 6, "limit* netem shaping goal bound trigger*"))
        return false;
    if (is_frame_rate(of) && !said(of, "reach* achiev* sustain* deliver* measur* yield* observ*"))
        return false;
    if (strcmp(of->number->unit.base, "/s") == 0 && of->number->is_integer &&
        said(of, "video* camera* clip* recorded stream* resolution* quantization"))
        return false;
    return true;
}

static bool is_time(const site *of)
{
    const bool is_long = of->number->unit.scale >= 1;
    if (of->number->value == 1 && of->number->is_integer)
        return false;
    if (behind(of, 2,
               "timeout* interval* window* period* deadline* timer* video* clip* limit budget "
               "threshold* slo sla slot* granularity rtt rtts queue link links apart ago old trace "
               "traces workload log* "
               "recording"))
        return false;
    if (before(
            of, 4,
            "every timeout* interval* window* period* deadline* threshold* slo sla sleep* limit* "
            "configured sampl* budget assum* suppose set timer* target*"))
        return false;
    if (!of->number->is_integer)
        return true;
    if (behind(of, 4, "propagation round-trip") && !before(of, 4, REACHED))
        return false;
    if (is_long && (behind(of, 1, "of experiment* run runs trial*") ||
                    before(of, 4, "startup start-up ramp* cooldown fixed")))
        return false;
    if (before(of, 4,
               "for each last first least warm* default within per duration lasts runs run "
               "wait* after rate long clip* testing training") &&
        is_long)
        return false;
    return !is_long || fmod(of->number->value, 5) != 0 ||
           said(of, "take* took reduc* went goes measure* complet* finish* spent spend* "
                    "time runtime latency reach* achiev* drop* improv* only instead "
                    "faster slower compared than need* deliver* observ* yield* cost* "
                    "down result* our we sustain* get* got");
}

static bool is_size(const site *of)
{
    static const char THING[] =
        "ram dram memory vram cache caches ssd ssds disk disks hbm* page pages block blocks chunk* "
        "file files dataset* data input inputs buffer* object objects matrix array arrays message* "
        "packet* segment* tile* trace* corpus graph image* video* key keys value values header* "
        "record* region* granularity alignment aligned register* word words line lines limit* "
        "request* allocation* heap quota partition* volume*";
    static const char USE[] =
        "consum* reduc* sav* footprint peak* rss overhead* occup* shrink* shrank decreas* measur* "
        "grow* grew drop* usage use uses used using spill* traffic transfer* mov* need* requir* "
        "take* took total* allocat* report* compress* reach* down cost* yield* observ* deliver* "
        "result* end* get gets got sustain*";
    if (of->number->unit.scale < 1000 || strcmp(of->number->unit.base, "B") != 0)
        return false;
    if (said(of, "capacity capacities configur*") || (said(of, "workload") && said(of, "size")))
        return false;
    if (behind(of, 2,
               "ram dram vram cache caches ssd ssds disk disks hbm* ddr* gddr* page pages "
               "buffer* block* chunk* file* dataset* trace* corpus input* heap quota limit* "
               "per of"))
        return behind(of, 1, "of") && behind(of, 3, "memory") && said(of, USE) &&
               !said(of, HARDWARE);
    if (of->number->is_integer)
        return !is_power_of_two(of->number->value) && said(of, USE) && !behind(of, 3, THING) &&
               !before(of, 3, THING) && !said(of, HARDWARE);
    return said(of, USE) || !(behind(of, 3, THING) || before(of, 3, THING) || said(of, HARDWARE));
}

/* Whether a percentage names a percentile: 99.99 and the like, or a usual one in a sentence about a
 * tail that says of no change. */
static bool is_percentile(const site *of)
{
    static const double USUAL[] = {25, 50, 75, 90, 95, 99};
    const double value = of->number->value, rest = 100 - value;
    if (!said(of, "latency latencies tail tails percentile* availab* uptime"))
        return false;
    if (value > 99 && fabs(rest - 2 * of->number->half) < rest * 1e-6)
        return true;
    for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++)
        if (of->number->is_integer && value == USUAL[i])
            return !said(of, GAIN);
    return false;
}

static bool is_percent(const site *of)
{
    const double value = of->number->value;
    const bool is_whole = of->number->is_integer;
    if (behind(of, 2,
               "confidence ci cis interval* significance percentile quantile level "
               "credible"))
        return false;
    if (behind(of, 5, "threshold*"))
        return false;
    if (behind(of, 4, "request requests packets flows objects keys queries jobs tasks users") &&
        said(of, "workload* trace traces heavy-tailed skew* distribut* zipf*") &&
        !said(of, REACHED))
        return false;
    if (before(of, 3,
               "confidence significance percentile alpha threshold* target* assum* suppose off "
               "at-least slo"))
        return false;
    if (((value == 100 || value == 0) && is_whole) || is_percentile(of))
        return false;
    if (is_whole && before(of, 8, "set configur* fixed") && !said(of, GAIN))
        return false;
    if (is_whole && behind(of, 3, "load") && before(of, 3, "with at under"))
        return false;
    if (is_whole && (value == 95 || value == 99 || value == 90) &&
        said(of, "confidence ci interval* percentile* tail"))
        return false;
    if (is_whole && (value == 68 || value == 95) && said(of, "contour* posterior credible"))
        return false;
    if (is_whole &&
        behind(of, 3,
               "read reads write writes update* lookup* insert* scan* get gets "
               "put puts set sets train* test testing validation holdout sampl* random* "
               "uniform* split") &&
        (!said(of, GAIN) || said(of, "mix mixes mixed read-heavy update-heavy")))
        return false;
    return true;
}

static bool is_ratio(const site *of)
{
    const char *data = of->text->data;
    size_t at = of->number->end;
    while (at < of->end && (data[at] == ' ' || data[at] == WM_TEX_MARK_THIN))
        at++;
    if (behind(of, 4, "inter-quartile interquartile quartile* iqr"))
        return false;
    if (behind(of, 2, "upsampl* zoom* magnif* oversubscri* overcommit* scaling"))
        return false;
    if (of->number->is_integer && at < of->end && data[at] >= 'A' && data[at] <= 'Z' &&
        at + 1 < of->end && !(data[at + 1] >= 'a' && data[at + 1] <= 'z'))
        return false; /* 4x A100 */
    return !of->number->is_integer || said(of, GAIN);
}

static bool is_frequency(const site *of)
{
    return said(of, "measur* observ* sustain* throttl* drop* averag* median mean") &&
           !said(of,
                 "processor* cpu cpus xeon epyc intel amd base turbo boost memory clocked nominal");
}

static bool is_power(const site *of)
{
    return !before(of, 4, "tdp limit* cap capped rated budget* nominal") &&
           !behind(of, 2, "tdp limit cap budget supply psu");
}

/* Whether a number in parentheses says more about one of the words before them. */
static bool aside(const site *of, unsigned count, const char *words)
{
    size_t at = of->number->at;
    while (at > of->begin && strchr("()", of->text->data[at - 1]) == NULL)
        at--;
    return at > of->begin && of->text->data[at - 1] == '(' &&
           has_before(of->text, at - 1, of->begin, count, words);
}

/* Whether a number is one of several conditions under which something was measured. */
static bool is_condition(const site *of)
{
    static const char VARIED[] = "delays rtts rates bandwidths loads sizes intervals settings";
    if (of->number->is_integer && before(of, 8, VARIED) && before(of, 6, "ranging range"))
        return true;
    return of->number->is_integer &&
           ((said(of,
                  "condition* scenario* vary varied varying range ranges sweep* configuration*") &&
             (before(of, 6, "ranging range vary varying varied") || aside(of, 2, VARIED))));
}

bool wm_tex_context_is_result(wm_tex_sentence *sentence, const wm_tex_number *number)
{
    const wm_tex_text *text = sentence->text;
    const size_t begin = sentence->begin;
    const site of = {text, begin, sentence->end, number, sentence};
    const size_t first = words_before(text, number->at, begin, 1);
    size_t sign = number->at;
    while (sign > begin && strchr(" (", text->data[sign - 1]) != NULL)
        sign--;
    /* `n = 3 ms` gives a parameter */
    if (((number->at > first && memchr(text->data + first, '=', number->at - first) != NULL) ||
         (sign > begin && text->data[sign - 1] == '=')) &&
        !wm_tex_context_has(text, first, number->at,
                            "speedup throughput latency time bandwidth rate performance"))
        return false;
    if (said(&of, "usually typically commonly") && !said(&of, REACHED))
        return false;
    if (said(&of, "suppose imagine") || before(&of, 2, "if") || behind(&of, 2, "default"))
        return false;
    if (behind(&of, 1, "or") && behind(&of, 2, "higher more less lower fewer greater above below"))
        return false;
    if (is_cited(&of) || before(&of, 2, "e g say suppose hypothetical* example"))
        return false;
    switch (number->unit.class) {
    case WM_TEX_UNIT_RATE:
        return is_rate(&of) && !is_condition(&of);
    case WM_TEX_UNIT_TIME:
        return is_time(&of) && !is_condition(&of);
    case WM_TEX_UNIT_SIZE:
        return is_size(&of);
    case WM_TEX_UNIT_POWER:
        return is_power(&of);
    case WM_TEX_UNIT_TEMPERATURE:
        return !before(&of, 4, "ambient room inlet limit* threshold* target*");
    case WM_TEX_UNIT_FREQUENCY:
        return is_frequency(&of);
    case WM_TEX_UNIT_PERCENT:
        return is_percent(&of);
    case WM_TEX_UNIT_RATIO:
        return is_ratio(&of);
    case WM_TEX_UNIT_NONE:
        break;
    }
    return false;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Whether a point ends a sentence: a blank and a capital follow, and no short form is before it. */
static bool is_end(const wm_tex_text *text, size_t begin, size_t at, size_t end)
{
    size_t next = at + 1, word = at;
    if (text->data[at] != '.' && text->data[at] != '?' && text->data[at] != '!')
        return false;
    while (next < end && strchr(")'\"", text->data[next]) != NULL && text->data[next] != '\0')
        next++;
    if (next < end && text->data[next] != ' ' && text->data[next] != WM_TEX_MARK_CITE)
        return false;
    while (next < end && text->data[next] == ' ')
        next++;
    if (next < end &&
        ((text->data[next] >= 'a' && text->data[next] <= 'z') || text->data[next] == ','))
        return false;
    while (word > begin && is_word_byte(text->data[word - 1]))
        word--;
    return !is_listed(text->data + word, at - word,
                      "e g i al fig figs sec tab eq eqs vs cf approx ca etc ref no dr st resp");
}

size_t wm_tex_context_sentence(const wm_tex_text *text, size_t begin, size_t end)
{
    static const char MARKS[] = {
        WM_TEX_MARK_BREAK,       WM_TEX_MARK_TABLE, WM_TEX_MARK_TABLE_END, WM_TEX_MARK_CAPTION,
        WM_TEX_MARK_CAPTION_END, WM_TEX_MARK_FLOAT, WM_TEX_MARK_FLOAT_END, '\0'};
    for (size_t at = begin; at < end; at++) {
        const size_t size = at - begin;
        if (size >= LONGEST && (text->data[at] == ' ' || size >= 2 * LONGEST))
            return at + 1;
        if (text->data[at] != '\0' && strchr(MARKS, text->data[at]) != NULL)
            return at > begin ? at : at + 1;
        if (is_end(text, begin, at, end))
            return at + 1;
    }
    return end;
}
