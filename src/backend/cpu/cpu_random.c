/* Random reads of a table, and their repetition for the check. */
#include "backend/cpu/cpu_device.h"
#include "standards/philox.h"

/* A constant stride must reach the loop. */
#define INLINE static inline __attribute__((always_inline))

/* Independent lanes run side by side, so that many reads are in flight. */
enum { TOGETHER = 16 };

/* The stride of a table of lines. */
enum { LINE_WORDS = WM_TABLES_TABLE_LINE_BYTES / 4 };

static bool agrees(const wm_device *device, const wm_random_access *access)
{
    return device != NULL && access != NULL && access->count < 1ull << 32 &&
           access->table != access->out &&
           wm_cpu_device_holds_table(access->table, access->count, access->stride) &&
           wm_cpu_device_holds(access->out, WM_FORMAT_U32, access->lanes);
}

/* The generator of MMIX. Source of its multiplier: Knuth, The Art of Computer Programming, volume
 * 2, section 3.3.4. */
static uint64_t next_state(uint64_t h)
{
    return 6364136223846793005u * h + 1442695040888963407u;
}

static uint32_t read_at(const uint32_t *table, size_t count, size_t stride, uint64_t h)
{
    return table[((h >> 32) * count >> 32) * stride];
}

INLINE void run_dependent(const uint32_t *table, const wm_random_access *access, size_t stride,
                          size_t lane, uint32_t *out)
{
    uint64_t h = lane;
    uint32_t sum = 0;
    for (size_t step = 0; step < access->steps; step++) {
        h = next_state(h);
        const uint32_t x = read_at(table, access->count, stride, h);
        sum += x;
        h += (uint64_t)x << 32;
    }
    out[lane] = sum;
}

static void run_independent(const uint32_t *table, const wm_random_access *access, size_t stride,
                            size_t first, uint32_t *out)
{
    uint64_t h[TOGETHER];
    uint32_t sum[TOGETHER] = {0};
    for (size_t i = 0; i < TOGETHER; i++)
        h[i] = first + i;
    for (size_t step = 0; step < access->steps; step++)
        for (size_t i = 0; i < TOGETHER; i++) {
            h[i] = next_state(h[i]);
            sum[i] += read_at(table, access->count, stride, h[i]);
        }
    for (size_t i = 0; i < TOGETHER && first + i < access->lanes; i++)
        out[first + i] = sum[i];
}

/* Strides 1 and 32 are constants, so that the address of a dependent read needs no multiplication
 * by the stride. */
static void run_lanes(const uint32_t *table, const wm_random_access *access, size_t first,
                      uint32_t *out)
{
    const size_t stride = access->stride;
    if (access->dependent && stride == 1)
        run_dependent(table, access, 1, first, out);
    else if (access->dependent && stride == LINE_WORDS)
        run_dependent(table, access, LINE_WORDS, first, out);
    else if (access->dependent)
        run_dependent(table, access, stride, first, out);
    else
        run_independent(table, access, stride, first, out);
}

wm_status wm_cpu_random_run(wm_device *device, const wm_random_access *access)
{
    if (!agrees(device, access))
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    const uint32_t *table = (const uint32_t *)(const void *)access->table->bytes;
    uint32_t *out = (uint32_t *)(void *)access->out->bytes;
    const size_t step = access->dependent ? 1 : TOGETHER;
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(cpu, access->lanes * access->steps))
    for (size_t lane = 0; lane < access->lanes; lane += step)
        run_lanes(table, access, lane, out);
    return WM_OK;
}

/* One lane after another, with words that are drawn again from the table's seed. The reads of one
 * lane cost the latency of the memory; the words need none. A wrong word in the table is seen. */
wm_status wm_cpu_random_residual(wm_device *device, const wm_random_access *access,
                                 const uint8_t table[32], uint64_t *mismatches)
{
    if (!agrees(device, access) || table == NULL || mismatches == NULL)
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    const wm_philox words = wm_philox_from_seed(table);
    const uint32_t *out = (const uint32_t *)(const void *)access->out->bytes;
    uint64_t wrong = 0;
#pragma omp parallel for schedule(static) \
    num_threads(wm_cpu_device_threads(cpu, access->lanes * access->steps)) reduction(+ : wrong)
    for (size_t lane = 0; lane < access->lanes; lane++) {
        uint64_t h = lane;
        uint32_t sum = 0;
        for (size_t step = 0; step < access->steps; step++) {
            h = next_state(h);
            const uint32_t x = wm_philox_word(&words, (h >> 32) * access->count >> 32);
            sum += x;
            h += access->dependent ? (uint64_t)x << 32 : 0;
        }
        wrong += sum != out[lane];
    }
    *mismatches = wrong;
    return WM_OK;
}
