/* The device contract: what each kind of device can do, as one table of functions.
 *
 * How a caller uses it (registry.h finds a kind by its name):
 *
 *     const wm_backend *backend = wm_registry_host();
 *     wm_device *device = NULL;
 *     status = backend->open(&(wm_device_options){.index = 0}, &device, NULL);
 *     status = device->ops->alloc(device, size_bytes, &buffer);
 *     status = device->ops->fill_normal(device, buffer, WM_FORMAT_F16, m * k, seed);
 *     status = device->ops->gemm(device, &gemm);    may only have been queued
 *     status = device->ops->sync(device);           now C is ready
 *     device->ops->free(device, buffer);
 *     device->ops->close(device);
 *
 * Rules for every operation:
 * - It returns WM_OK or one of these. WM_E_ARG: a null pointer, a size that does not fit its
 *   buffer, or formats that do not fit together. WM_E_UNSUPPORTED: this device cannot do it;
 *   nothing was computed and no other path was taken. WM_E_NOMEM. WM_E_DEVICE: the device failed;
 *   `last_error` has the words, and the device must be closed and opened again. On an error host
 *   outputs are untouched and device outputs undefined.
 * - Operations of one device run in the order of the calls. An operation that writes to device
 *   buffers may return before it has run. An operation that writes to host memory waits for
 *   everything before it. The next call or `sync` reports the fault of a queued operation.
 * - One thread at a time uses a device. Only `covariates` may be called at any moment, by a
 *   sampler.
 * - An input is never changed. An output must not overlap an input. All matrices are row-major;
 *   elements are little-endian.
 * - The results are those of docs/formats/inputs.md, which is normative for every formula here. */
#ifndef WM_BACKEND_BACKEND_H
#define WM_BACKEND_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <witnessmark.h>

#include "backend/exact.h"
#include "backend/power_limit.h"
#include "record/tables/tables.h"
#include "standards/format.h"
#include "standards/sha256.h"

/* The position of a chunk in an output. */
typedef struct {
    uint64_t row, chunk;
} wm_backend_place;

typedef struct wm_backend wm_backend;
struct wm_job; /* an operation with its buffers: job.h */
/* Memory of one device; each backend defines its own. Not to be confused with wm_buffer of
 * base/buffer.h. */
typedef struct wm_device_buffer wm_device_buffer;

/* A device: the first member of each backend's own structure. */
typedef struct wm_device {
    const wm_backend *ops;
} wm_device;

typedef struct {
    unsigned index; /* which device of its kind, as `list` numbers them */
    /* host threads of a CPU device; 0: one per processor that this process may use */
    unsigned threads;
    /* Tries whether this user may change clocks and power limit, with the values already in force.
     * A CPU has no such limits. */
    bool tries_permissions;
    /* A product or attention takes the first method of the library that runs and keeps the
     * arithmetic, in place of the fastest of several that are timed. A CPU times none. */
    bool takes_first;
} wm_device_options;

typedef struct {
    char name[128]; /* as the vendor writes it */
    char uuid[64];  /* empty if it has none */
    /* why the device cannot be used, in one line; empty if no reason is known before it is
     * opened */
    char reason[128];
} wm_device_entry;

/* A name with a text as its value, for the environment observation, or with the reason why it has
 * none. */
typedef struct {
    const char *name;
    const char *value;  /* null if there is none */
    const char *reason; /* why there is no value; null if there is one */
} wm_device_fact;

typedef struct {
    char name[128];        /* as the vendor writes it */
    char kind[16];         /* the backend's name */
    unsigned units;        /* cores in use, or streaming multiprocessors */
    uint64_t memory_bytes; /* all memory of the device */
    /* the highest frequency that the compute units can have, Hz; 0: unknown */
    double clock_limit_hz;
    size_t fact_count;
    /* libraries with version and chosen core, instruction sets, ...; they live until the device is
     * closed */
    const wm_device_fact *facts;
} wm_device_properties;

/* One reading of a covariate. */
typedef struct {
    double value;
    const char *reason; /* null if there is a value, else why there is none (static text) */
    uint64_t time_ns;   /* when the value was read, on the clock of `time_ns` */
} wm_covariate_value;

/* One reading of all covariates. `values` is indexed by the covariates of a record. Most readings
 * have the unit of the record. The others are totals, from which measure/covariate.h takes
 * differences:
 *
 *     energy            J since an arbitrary start
 *     context_switches  involuntary switches of this process since it began
 *     pressure          s in which some task waited for a processor, since boot
 *     steal             s of processor time taken by the hypervisor, of all processors, since boot
 *     ecc_*             errors of the memory since an arbitrary start
 *     pcie_replays      packets sent again since an arbitrary start
 *
 * `clock` is what the device reports; `power` is averaged over the device's own window. `memory` is
 * resident memory of the process (CPU) or memory in use by all processes (GPU). `throttle_reasons`
 * is the bit set of the record. No backend reads `throttle` and `kernel_clock`: the first follows
 * from the reasons, the second is measured around the repeat. ecc_* and pcie_* are read in full
 * samples only. */
typedef struct {
    bool is_full; /* set by the caller: read everything, even if it takes long */
    wm_covariate_value values[WM_COVARIATES];
    /* Bytes: the largest memory since the device last had no buffer, which is since the item began.
     * Resident memory of the process (CPU), the process's own allocations (GPU). No covariate: a
     * record keeps it as `peak_resident_bytes`, because samples of `memory` would miss the peak. A
     * CPU reads it in full samples only. */
    wm_covariate_value memory_peak;
} wm_device_sample;

/* What others do on a device. */
typedef struct {
    double utilization; /* share of the last second with a kernel of anyone; NaN: not reported */
    unsigned processes; /* that compute on the device, beside this one; 0 if not reported */
    uint64_t since_ns;  /* set by the caller: this process ran nothing here since then */
    wm_covariate_value others; /* share of the time since then in which others used the device */
} wm_device_load;

/* One reading of a timer that the device has of its own, and the host's clock at that moment. */
typedef struct {
    const char *reason; /* null if there is a reading, else why there is none (static text) */
    uint64_t device_ns;
    uint64_t host_ns;        /* wm_clock_ns */
    uint64_t uncertainty_ns; /* most that host_ns can be off */
} wm_device_timer;

/* How a product multiplies and adds; the formats say how operands and output are stored. */
typedef enum {
    WM_ARITHMETIC_F32, /* float32 multiply and accumulation */
    /* float32 operands rounded to 11 significand bits (nearest, ties to even), then as F32 */
    WM_ARITHMETIC_TF32,
    WM_ARITHMETIC_F64, /* float64 */
    WM_ARITHMETIC_I32, /* int8 operands, exact int32 sums */
    /* the device's reduced-precision fp8 accumulator (fp8_fast); a CPU has none */
    WM_ARITHMETIC_F32_FAST,
    WM_ARITHMETIC_COUNT
} wm_arithmetic;

typedef enum {
    WM_LAYOUT_NN, /* A is m x k, B is k x n */
    WM_LAYOUT_TN, /* A is m x k, B is stored as its transpose, n x k */
} wm_layout;

/* C = A B. Shapes: A m x k, B k x n (layout), C m x n. Formats (checked by product.h): F16, BF16,
 * E4M3, F32 and TF32 with F32-like arithmetic and an F16, BF16 or F32 output; F64 with F64; I8 with
 * I32. Bounds: m, n, k at least 1; int8: k <= WM_TABLES_INT8_DEPTH, so that no sum overflows. */
typedef struct {
    wm_format operand_format;
    wm_format output_format;
    wm_arithmetic arithmetic;
    wm_layout layout;
    size_t m, n, k;
    const wm_device_buffer *A;
    const wm_device_buffer *B;
    wm_device_buffer *C;
} wm_gemm;

/* O = softmax(Q K^T / sqrt(d)) V for each of batch * heads heads, bfloat16 in and out. A query sees
 * all keys of its head, or if `causal` those that are not behind it. Shapes: all batch x heads x
 * sequence x depth. Bounds: depth <= 256. */
typedef struct {
    bool causal;
    size_t batch, heads, sequence, depth;
    const wm_device_buffer *Q, *K, *V;
    wm_device_buffer *O;
} wm_attention;

/* out = sums of x in levels, float32: level 0 has sums of 16,384 addends, each higher level sums of
 * 256 sums of the level below, the last level the total. out has wm_plan_sums(count) elements;
 * count is at most WM_TABLES_LENGTH. `deterministic`: the format's order of additions; else the
 * device's own order, which must not depend on the values. Source: docs/formats/inputs.md
 * section 4. */
typedef struct {
    bool deterministic;
    size_t count;
    const wm_device_buffer *x;
    wm_device_buffer *out;
} wm_reduction;

/* out[index[r]][c] += src[r][c], from zeros. Shapes: src rows x columns float32, index rows uint32,
 * out buckets x columns float32. scatter_add has one column. `fixed` (scatter_add only) sums
 * integers of 2^-40 exactly and rounds once. An index that is not below buckets can only come from
 * a fault, because fill_index gives none. Its addend is left out and nothing is written outside of
 * out. The checksum's difference is then NaN, so the check finds the wrong index. */
typedef struct {
    bool fixed;
    size_t rows, columns, buckets;
    const wm_device_buffer *src, *index;
    wm_device_buffer *out;
} wm_scatter;

/* The most words from one element of a table to the next. */
enum { WM_BACKEND_STRIDE = 1024 };

/* Random reads. Lane w starts with h = w and makes `steps` reads: h = 6364136223846793005 h +
 * 1442695040888963407 (mod 2^64), x = table[stride * (((h >> 32) * count) >> 32)]. If `dependent`,
 * then also h += x * 2^32, so that the next address depends on x. out[w] is the sum of the lane's x
 * mod 2^32. Shapes: table count * stride uint32 (count < 2^32), out lanes uint32. One
 * dependent lane measures latency, many independent lanes measure bandwidth. A read changes only
 * the high half of h. The low half alone is a generator of full period, so no lane repeats a state
 * within 2^32 reads. A state of 32 bits would enter a cycle of about 2^15 reads, which fits a
 * cache. Source: docs/formats/inputs.md section 4. */
typedef struct {
    bool dependent;
    size_t count, stride, lanes,
        steps; /* stride: words from one element to the next, 1 to WM_BACKEND_STRIDE */
    const wm_device_buffer *table;
    wm_device_buffer *out;
} wm_random_access;

/* Whether A and B may have changed since the last residual. With KEPT the caller says that they,
 * their buffers, and the one seed are those of the last call with KEEP, which was on this device.
 * The device may then use A (B X) of that call; it may also compute it again. */
typedef enum {
    WM_OPERANDS_ANY,  /* compute everything, keep nothing */
    WM_OPERANDS_KEEP, /* compute everything; more calls follow */
    WM_OPERANDS_KEPT
} wm_operands;

/* The residual of a finished product under partitioned probes (docs/formats/inputs.md section 7),
 * for `sets` probe seeds in one pass. X has one number a column: column j belongs to probe j mod
 * 24, and the entries of the other probes are 0. With w = index16(j) of the seed and t = w mod 32,
 * the number is x = (48 + t) / 64, negative if floor(w / 32) mod 2 = 1. Probes from n on are empty:
 * they take part in no maximum and no sum. With one set for a verdict and 21 for a calibration, the
 * sets share the pass over the matrices.
 *
 * r = A(BX) - CX. X2[p] is the sum of x_j^2 over the columns j of probe p. V[i][p] is the sum of
 * x_j^2 gap(C[i][j])^2 / 12 over the same columns, or 0 without has_gap. gap(c) is the distance
 * from |c| to the next larger magnitude of C's format, and for zero and subnormal numbers the
 * smallest subnormal. D[i][p] = max(gap_scale V[i][p], least_square X2[p]).
 *
 * `witness` is WM_FORMAT_F32 or WM_FORMAT_F64: the format of B X, A(B X) and C X. Floating-point
 * operands and outputs of at most 32 bits can have an F32 witness; float32, float64 and integer
 * products an F64 witness; else WM_E_UNSUPPORTED. WM_E_ARG: has_gap with integers in C, gap_scale
 * below 0, least_square not above 0, or one of them not finite. */
typedef struct {
    const wm_gemm *gemm;
    wm_format witness;
    bool has_gap;
    double gap_scale, least_square;
    size_t sets;
    const uint8_t (*seeds)[WM_SHA256_SIZE];
    wm_operands operands;
} wm_residual;

/* Over rows and non-empty probes. If r, CX, V or r^2 / D of one of them is not finite, the three
 * first numbers and both sums are NaN, worst_row is the first row with one, and worst_probe is 0.
 * The sums are within 1e-6 of binary64 sums; they do not depend on the number of threads. */
typedef struct {
    double difference_max; /* max |r| */
    double reference_max;  /* max |CX| */
    double row_statistic;  /* max r^2 / D */
    uint64_t worst_row;    /* where it is largest: the lowest row, and in it the lowest probe */
    uint32_t worst_probe;
    double residual_squares; /* sum of r^2 */
    double rounding_squares; /* sum of V */
    double probe_square_max; /* max X2 */
} wm_residual_result;

/* Attention rows recomputed in float64. NaN as above. If causal, |O - ref| and |ref| of a row are
 * times the root of its number of keys: else the first rows, whose elements are the largest, would
 * hide errors of all others. */
typedef struct {
    double difference_max; /* max |O - ref| over the requested rows */
    double reference_max;  /* max |ref| */
    /* max |1 - sum of the row's probabilities, formed and summed in float32| */
    double row_sum_error;
    uint64_t worst_row; /* the row of difference_max */
} wm_attention_result;

enum { WM_BACKEND_SUSPECTS = 64 };

/* The test of every row of attention by signs (guard.h). A row whose ratio is above 1 is a suspect:
 * recompute it. */
typedef struct {
    double ratio_max; /* the largest ratio of all rows; infinite if one is not finite */
    /* max over all rows of |1 - sum of probabilities|, formed and summed in float32 */
    double row_sum_error;
    uint64_t suspects; /* rows; the first WM_BACKEND_SUSPECTS of them follow, largest ratio first */
    uint64_t rows[WM_BACKEND_SUSPECTS];
    double ratios[WM_BACKEND_SUSPECTS];
} wm_attention_guard;

/* Chunks of an output, after `digest` has cut it in the same way and left its tree. The chunks are
 * the output's present bytes; the hashes are those of the digest. Zeros fill shorter chunks, leaves
 * of shorter rows and siblings that do not exist. Shapes: chunks count x 1024 bytes; leaves count x
 * ceil(row_bytes / 1024) digests, the leaves of each place's row; siblings count x
 * wm_backend_tree_levels(rows) digests: for each place, the siblings on the path from its row's
 * leaf to the digest. */
typedef struct {
    const wm_device_buffer *buffer, *tree;
    size_t size_bytes, row_bytes;
    size_t count; /* at most WM_TABLES_OPENINGS */
    const wm_backend_place *places;
    uint8_t *chunks, *leaves, *siblings;
} wm_openings;

/* The result of the simpler checks. NaN as above. */
typedef struct {
    double difference_max;
    double reference_max;
} wm_difference;

enum {
    WM_BACKEND_SPOIL_WORDS = 128, /* of so many words one is spoiled */
    WM_BACKEND_NO_SPOIL = WM_BACKEND_SPOIL_WORDS,
    WM_BACKEND_TALLY_BYTES = 64
};

/* The first size_bytes of two outputs, bit for bit, in words of 4 bytes; the last word may be
 * shorter. `tally` has WM_BACKEND_TALLY_BYTES: six uint64, of which the caller zeroes all before
 * the first call and reads the first three after the last. They are the number of calls, of calls
 * in which the outputs differed, and of words that differed.
 *
 * After the comparison, each word i of `output` with i mod 128 = spoil becomes the complement of
 * that word of `wanted`. So an operation that does not write these words again leaves a wrong
 * output. spoil = WM_BACKEND_NO_SPOIL: none. */
typedef struct {
    wm_device_buffer *output;
    const wm_device_buffer *wanted;
    size_t size_bytes;
    unsigned spoil;
    wm_device_buffer *tally;
} wm_bits;

enum {
    WM_BACKEND_PROFILE_BYTES = 24 << 20,        /* of the table */
    WM_BACKEND_PROFILE_LATENCIES = 64 * 63 / 2, /* at most in a profile */
    WM_BACKEND_PROFILE_STEPS = 1 << 16,         /* the usual number of steps */
    WM_BACKEND_PROFILE_STEPS_LEAST = 64,
    WM_BACKEND_PROFILE_STEPS_MAX = 1 << 20
};

/* Latencies that depend on which units of a part are in use and where they are. The device
 * overwrites the table, which has at least WM_BACKEND_PROFILE_BYTES. `steps` are the timed steps of
 * a latency, WM_BACKEND_PROFILE_STEPS_LEAST to
 * WM_BACKEND_PROFILE_STEPS_MAX. Another table has other physical memory.
 *
 * GPU: one multiprocessor at a time walks a cycle over all lines of the table (line_cycle.h) and
 * reads L2. Each walk must end at the line that the host knows. A latency is the mean of its steps
 * in cycles of the multiprocessor, in the order of their numbers. The first profile after the
 * device was idle differs from later ones: take one and drop it.
 * CPU: two threads, pinned to two processors, pass cache lines of the table to and fro. A latency
 * is the time of one pass in ns, the median over rounds with different lines. The pairs (i, j), i <
 * j, are in ascending order, over the first 64 processors that this process may use. */
typedef struct {
    size_t steps;
    wm_device_buffer *table;
} wm_profile;

typedef struct {
    const char *unit; /* "cycles" or "ns" */
    size_t count;     /* multiprocessors, or pairs of processors */
    double latency[WM_BACKEND_PROFILE_LATENCIES];
} wm_profile_result;

/* A device kind. Every member but `power` is set; an operation that the device lacks returns
 * WM_E_UNSUPPORTED. */
struct wm_backend {
    const char *name; /* "cpu", "cuda": the word that a user gives */

    /* -- properties -- */
    /* Its device is the processors of this host: it shares the host's memory, and its threads are
     * those that compute. */
    bool is_host;
    const wm_backend_power *power; /* null: devices of this kind have no power limit to set */
    /* Whether a variable of the environment makes a device of so many units slower than it could
     * be. */
    bool (*is_slowed_by)(const char *name, const char *value, unsigned units);

    /* -- devices -- */
    /* Lists the devices: *count of them, the first `capacity` in entries. If there are none, *count
     * is 0 and `reason` (may be null) has one line. */
    wm_status (*list)(wm_device_entry *entries, size_t capacity, size_t *count, char reason[256]);
    /* Opens device options->index; the caller closes it. On an error *device is null and `reason`
     * (may be null) has one line. A device that was closed after WM_E_DEVICE may be opened again;
     * `open` then says whether it can be used. */
    wm_status (*open)(const wm_device_options *options, wm_device **device, char reason[256]);
    /* Waits for queued work and frees the device with all its buffers; null is allowed. */
    void (*close)(wm_device *device);
    /* Describes the device and the libraries that it computes with. */
    wm_status (*properties)(wm_device *device, wm_device_properties *properties);
    /* One line about the last operation that failed ("" if none); valid until the next
     * operation. */
    const char *(*last_error)(wm_device *device);

    /* -- time and surroundings -- */
    /* Waits until all queued operations have run. */
    wm_status (*sync)(wm_device *device);
    /* Monotonic time in ns. To time operations: sync, time_ns, operations, sync, time_ns. */
    uint64_t (*time_ns)(wm_device *device);
    /* Measures the present clock of the compute units with about 2 ms of load, and reads the
     * device's own timer; call it between repeats. timer may be null. */
    wm_status (*clock_hz)(wm_device *device, double *hz, wm_device_timer *timer);
    /* Reads what others do on the device. A CPU reports nothing here: measure/busy.h asks the
     * kernel. */
    wm_status (*load)(wm_device *device, wm_device_load *load);
    /* Takes one sample, a full one if sample->is_full. An absent value has its reason. Another
     * thread may call it. */
    wm_status (*covariates)(wm_device *device, wm_device_sample *sample);

    /* -- memory -- */
    /* Allocates size_bytes (at least 1), aligned to at least 64 bytes, with undefined contents. */
    wm_status (*alloc)(wm_device *device, size_t size_bytes, wm_device_buffer **buffer);
    /* Frees a buffer once the operations that use it have run; null is allowed. */
    void (*free)(wm_device *device, wm_device_buffer *buffer);
    /* Bytes that could be allocated now. The CPU: available memory, within the limit of the
     * process's group. UNSUPPORTED: not known. */
    wm_status (*memory_free)(wm_device *device, uint64_t *size_bytes);
    /* The size as allocated. */
    size_t (*size_bytes)(const wm_device_buffer *buffer);
    /* Copies host to device, at a byte offset of the buffer. */
    wm_status (*upload)(wm_device *device, wm_device_buffer *buffer, size_t offset,
                        const void *bytes, size_t size_bytes);
    /* Copies device to host, from a byte offset of the buffer. */
    wm_status (*download)(wm_device *device, const wm_device_buffer *buffer, size_t offset,
                          void *bytes, size_t size_bytes);
    /* Copies within the device: between two buffers, or within one where the ranges have no byte in
     * common. */
    wm_status (*copy)(wm_device *device, wm_device_buffer *to, size_t to_offset,
                      const wm_device_buffer *from, size_t from_offset, size_t size_bytes);
    /* Sets the first size_bytes (at least 1) of a buffer to one byte. */
    wm_status (*fill_bytes)(wm_device *device, wm_device_buffer *buffer, size_t size_bytes,
                            uint8_t byte);
    /* Injects a fault: flips the bits of `mask` (little-endian, `size` bytes of it, at most 8) at a
     * byte offset. */
    wm_status (*flip_bits)(wm_device *device, wm_device_buffer *buffer, size_t offset,
                           uint64_t mask, size_t size);

    /* -- inputs from a seed (section 2 to 4) -- */
    /* Elements 0 to count - 1 of the normal operand, rounded to the format (F16, BF16, E4M3, F32,
     * F64). */
    wm_status (*fill_normal)(wm_device *device, wm_device_buffer *buffer, wm_format format,
                             size_t count, const uint8_t seed[32]);
    /* int8 elements: the high byte of each 16-bit index. */
    wm_status (*fill_int8)(wm_device *device, wm_device_buffer *buffer, size_t count,
                           const uint8_t seed[32]);
    /* `count` uint32 elements, the bounded integers in [0, bound), bound in [1, 2^32]. Element e is
     * word e * stride of the buffer, stride in [1, WM_BACKEND_STRIDE]. The words between are left
     * as they are. The buffer has room for count * stride words. */
    wm_status (*fill_index)(wm_device *device, wm_device_buffer *buffer, size_t count,
                            size_t stride, uint64_t bound, const uint8_t seed[32]);
    /* A matrix of small integers (exact.h). */
    wm_status (*fill_integers)(wm_device *device, wm_device_buffer *buffer,
                               const wm_integers *integers, const uint8_t seed[32]);

    /* -- workloads -- */
    /* The product, as fast as the device can. */
    wm_status (*gemm)(wm_device *device, const wm_gemm *gemm);
    /* How a job is done, as one line for the record: library, core or algorithm, tile, whether
     * emulated. A device that chooses at the first job of these formats and this shape says so
     * until then. Buffers are not used. */
    wm_status (*describe)(wm_device *device, const struct wm_job *job, char text[256]);
    /* Fixes how jobs of these formats and this shape are done. `method` is a line of describe for a
     * job that has run, in another process or before the device was opened again. The line's words
     * on how the choice was made may differ afterwards. Errors: UNSUPPORTED (this device cannot;
     * last_error says why). Buffers are not used. */
    wm_status (*choose)(wm_device *device, const struct wm_job *job, const char *method);
    /* The product on another, more careful path: float64 sums of the rounded operands, one
     * rounding; used for repair. */
    wm_status (*gemm_careful)(wm_device *device, const wm_gemm *gemm);
    /* a[i] = fma(3, c[i], b[i]) over `count` float32. */
    wm_status (*triad)(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                       const wm_device_buffer *c, size_t count);
    /* Attention. Products and softmax are at least float32; O is rounded once. `describe` names the
     * format of the probabilities. */
    wm_status (*attention)(wm_device *device, const wm_attention *attention);
    /* Attention on another, more careful path: probabilities in float32 at least; used for
     * repair. */
    wm_status (*attention_careful)(wm_device *device, const wm_attention *attention);
    /* The sums of a vector, in levels. */
    wm_status (*reduce)(wm_device *device, const wm_reduction *reduction);
    /* Sums of scattered addends: float32 atomic adds in no fixed order, or the fixed-point
     * control. */
    wm_status (*scatter_add)(wm_device *device, const wm_scatter *scatter);
    /* Sums of scattered rows: float32 atomic adds in no fixed order. */
    wm_status (*index_add)(wm_device *device, const wm_scatter *scatter);
    /* Random reads of a table. */
    wm_status (*random_access)(wm_device *device, const wm_random_access *access);

    /* Latencies that tell the layout of the part. UNSUPPORTED: too few or too many units, or no
     * thread can be pinned. DEVICE: a walk ended at a wrong line. */
    wm_status (*profile)(wm_device *device, const wm_profile *profile, wm_profile_result *result);

    /* -- checks (section 7) -- */
    /* The residual of each probe set: results[sets]. */
    wm_status (*residual)(wm_device *device, const wm_residual *residual,
                          wm_residual_result *results);
    /* a against fma(3, c, b) recomputed. */
    wm_status (*triad_residual)(wm_device *device, const wm_device_buffer *a,
                                const wm_device_buffer *b, const wm_device_buffer *c, size_t count,
                                wm_difference *result);
    /* The given rows of O (numbered over batch x heads x sequence) recomputed in float64. */
    wm_status (*attention_residual)(wm_device *device, const wm_attention *attention,
                                    const uint64_t *rows, size_t row_count,
                                    wm_attention_result *result);
    /* All rows of O tested by signs that the seed draws. */
    wm_status (*attention_guard)(wm_device *device, const wm_attention *attention,
                                 const uint8_t seed[32], wm_attention_guard *result);
    /* Each element of out against a compensated float64 sum of its k addends, or of the k sums as
     * stored that it covers: max |out - sum| / (sqrt(k) * S), S the root of the sum of squares; the
     * reference is 1. */
    wm_status (*reduction_residual)(wm_device *device, const wm_reduction *reduction,
                                    wm_difference *result);
    /* The weighted checksum of scatter_add and index_add; weights from the seed. The difference is
     * NaN where the whole is within its bound, and a block of the output is not: inputs.md section
     * 7. A device may test no blocks. */
    wm_status (*scatter_residual)(wm_device *device, const wm_scatter *scatter,
                                  const uint8_t weights[32], wm_difference *result);
    /* The random reads repeated by another path: number of lanes that differ. A device may draw the
     * words again from the table's seed, in place of reading them. */
    wm_status (*random_access_residual)(wm_device *device, const wm_random_access *access,
                                        const uint8_t table[32], uint64_t *mismatches);
    /* max |a - b| and max |b| of `count` elements of a format, in float64. */
    wm_status (*compare)(wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
                         wm_format format, size_t count, wm_difference *result);
    /* Compares two outputs bit for bit and adds to a tally on the device. May only have been
     * queued. */
    wm_status (*compare_bits)(wm_device *device, const wm_bits *bits);
    /* Rows of an exact integer product that are wrong, by Freivalds' check in a field of 2^61 - 1
     * elements (exact.h). */
    wm_status (*exact_rows)(wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
                            uint64_t *wrong_rows);
    /* `count` elements of an output, F16, BF16 or F32, bit for bit against exact integers, int32,
     * that are rounded once (exact.h). */
    wm_status (*compare_exact)(wm_device *device, const wm_device_buffer *output, wm_format format,
                               const wm_device_buffer *exact, size_t count,
                               wm_exact_difference *result);
    /* Converts `count` F32 outputs to int32. *refused counts the elements that are -0, not finite,
     * not integers, or larger than `most` in magnitude; they become 0. most <= 2^24. */
    wm_status (*take_integers)(wm_device *device, const wm_device_buffer *output, size_t count,
                               uint32_t most, wm_device_buffer *integers, uint64_t *refused);
    /* The output digest (section 5) of the first size_bytes, cut into rows of row_bytes (the last
     * may be shorter). If tree is not null, it gets what open_chunks needs; it has room for
     * wm_backend_tree_bytes. */
    wm_status (*digest)(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                        size_t row_bytes, uint8_t digest[WM_SHA256_SIZE], wm_device_buffer *tree);
    /* Reads the chunks of openings and the hashes that lead from them to the digest. */
    wm_status (*open_chunks)(wm_device *device, const wm_openings *openings);
};

/* How many keys of its head a row of attention sees: the first ones. */
static inline size_t wm_backend_keys(const wm_attention *attention, size_t row)
{
    return attention->causal ? row % attention->sequence + 1 : attention->sequence;
}

/* Whether the value of a variable begins with a number that is below a limit. */
bool wm_backend_is_below(const char *value, double limit);

/* A value that was read; the caller sets its time. */
wm_covariate_value wm_backend_present(double value);

/* A value that was not read. The reason must outlive the sample. */
wm_covariate_value wm_backend_absent(const char *reason);

/* Marks every value of a sample, the peak included, as absent for this reason. */
void wm_backend_clear_sample(wm_device_sample *sample, const char *reason);

/* Levels above the leaves of a tree over this many rows: ceil(log2(rows)). */
unsigned wm_backend_tree_levels(size_t rows);

/* Whether two ranges of `size` bytes of one buffer have a byte in common. */
bool wm_backend_overlaps(size_t one, size_t other, size_t size);

/* Bytes of the tree of an output of size_bytes in rows of row_bytes; both are above 0. */
size_t wm_backend_tree_bytes(size_t size_bytes, size_t row_bytes);

#endif
