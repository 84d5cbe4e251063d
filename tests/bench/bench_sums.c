/* Measures what openings allow and see of sums of binary32 addends, for SOUNDNESS.md section 5.
 *
 * usage: bench_sums. The addends are standard normal. For each number of them it prints the largest
 * error, in E, of a correct sum in seven orders and of an adder that truncates. Then how often a
 * lost addend is seen, and the lowest bit of the sum of which 90 % of the flips are seen. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16384, BITS = 24 };

/* splitmix64 (Steele, Lea, Flood 2014), from a fixed seed. */
static uint64_t state = 45;

static double uniform(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

static float normal(void)
{
    return (float)(sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()));
}

static float tree(const float *x, size_t count, size_t step)
{
    if (count == 1)
        return x[0];
    return tree(x, count - count / 2, step) + tree(x + (count - count / 2) * step, count / 2, step);
}

/* `lanes` chains, which a tree adds. */
static float interleaved(const float *x, size_t count, size_t lanes)
{
    float sums[256] = {0};
    for (size_t i = 0; i < count; i++)
        sums[i % lanes] += x[i];
    return tree(sums, lanes, 1);
}

static float in_blocks(const float *x, size_t count, size_t block)
{
    float sum = 0;
    for (size_t i = 0; i < count; i += block)
        sum += interleaved(x + i, count - i < block ? count - i : block, 1);
    return sum;
}

static float truncated(const float *x, size_t count)
{
    float sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double exact = (double)sum + (double)x[i];
        float rounded = (float)exact;
        if (fabs((double)rounded) > fabs(exact))
            rounded = nextafterf(rounded, 0);
        sum = rounded;
    }
    return sum;
}

static int is_seen(float sum, double exact, double E)
{
    return !(sum >= (float)(exact - E) && sum <= (float)(exact + E));
}

static void run(size_t count)
{
    static float x[MOST];
    const int trials = count > 3000 ? 4000 : 20000;
    double worst = 0, worst_truncated = 0;
    int lost = 0, flips[BITS] = {0}, lowest = 0;
    for (int t = 0; t < trials; t++) {
        double exact = 0, squares = 0;
        for (size_t i = 0; i < count; i++) {
            x[i] = normal();
            exact += (double)x[i];
            squares += (double)x[i] * (double)x[i];
        }
        const double E = 0x1p-24 * 8 * sqrt((double)count - 2) * sqrt(squares);
        const float sums[] = {interleaved(x, count, 1),  interleaved(x, count, 4),
                              interleaved(x, count, 32), interleaved(x, count, 256),
                              tree(x, count, 1),         in_blocks(x, count, 32),
                              in_blocks(x, count, 1024)};
        for (size_t s = 0; s < sizeof sums / sizeof *sums; s++)
            worst = fmax(worst, fabs((double)sums[s] - exact) / E);
        worst_truncated = fmax(worst_truncated, fabs((double)truncated(x, count) - exact) / E);
        for (int b = 0; b < BITS; b++) {
            uint32_t code;
            float wrong;
            memcpy(&code, &sums[0], 4);
            code ^= UINT32_C(1) << b;
            memcpy(&wrong, &code, 4);
            flips[b] += is_seen(wrong, exact, E);
        }
        x[(size_t)(uniform() * (double)count)] = 0;
        lost += is_seen(interleaved(x, count, 1), exact, E);
    }
    while (lowest < BITS && flips[lowest] < 0.9 * trials)
        lowest++;
    printf("| %zu | %.3f | %.2g | %.2f %% | %d |\n", count, worst, worst_truncated,
           100.0 * lost / trials, lowest);
}

int main(void)
{
    static const size_t counts[] = {3, 10, 64, 256, 1024, 16384};
    printf("| addends | worst correct error / E | truncating adder, worst / E | lost addend seen "
           "| lowest bit seen in 90 %% |\n|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        run(counts[i]);
    return 0;
}
