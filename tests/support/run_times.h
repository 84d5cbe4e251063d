/* What the items of two runs took. */
#ifndef WM_TESTS_SUPPORT_RUN_TIMES_H
#define WM_TESTS_SUPPORT_RUN_TIMES_H

#include <stdint.h>

/* Seconds of one item. */
typedef struct {
    const char *label;
    double first; /* until the first timed loop: memory, operands, warm-up */
    double timed; /* a timed loop, the mean */
    uint32_t iterations;
    double after;       /* from one loop to the next, the mean */
    double calibration; /* what repeat 0 takes more than the others */
} run_time;

/* The plan `paper` on an H200, 458 s. Origin: the observations of record cf58b97a. */
static const run_time H200_PAPER[] = {
    {"gemm.fp16.n1024", 0.18, 0.3038, 47241, 0.015, 0.002},
    {"gemm.fp16.n2048", 0.12, 0.3169, 11551, 0.015, 0.000},
    {"gemm.fp16.n4096", 0.14, 0.3014, 1436, 0.018, 0.011},
    {"gemm.fp16.n8192", 4.21, 0.3011, 183, 0.021, 0.002},
    {"gemm.fp16.n16384", 4.91, 0.3091, 24, 0.019, 0.013},
    {"gemm.fp16.n32768", 9.58, 0.3191, 3, 0.021, 0.045},
    {"gemm.bf16.n2048", 0.18, 0.3067, 11691, 0.015, 0.007},
    {"gemm.bf16.n4096", 3.78, 0.3014, 1513, 0.021, 0.000},
    {"gemm.bf16.n8192", 4.25, 0.3017, 194, 0.021, 0.008},
    {"gemm.bf16.n16384", 4.73, 0.3087, 25, 0.018, 0.012},
    {"gemm.bf16.n32768", 9.19, 0.3129, 3, 0.025, 0.044},
    {"gemm.tf32.n2048", 0.16, 0.3286, 5337, 0.017, 0.006},
    {"gemm.tf32.n4096", 3.58, 0.3007, 772, 0.021, 0.023},
    {"gemm.tf32.n8192", 4.24, 0.3019, 98, 0.020, 0.014},
    {"gemm.tf32.n16384", 0.13, 0.3216, 13, 0.022, 0.023},
    {"gemm.fp8.n2048", 0.09, 0.3128, 18876, 0.016, 0.000},
    {"gemm.fp8.n4096", 0.14, 0.3024, 2560, 0.019, 0.000},
    {"gemm.fp8.n8192", 3.86, 0.3011, 351, 0.022, 0.004},
    {"gemm.fp8.n16384", 4.51, 0.3040, 44, 0.022, 0.015},
    {"gemm.fp8.n32768", 7.69, 0.3293, 6, 0.023, 0.040},
    {"gemm.fp8_fast.n2048", 0.09, 0.3121, 20691, 0.015, 0.000},
    {"gemm.fp8_fast.n4096", 0.13, 0.3002, 2768, 0.021, 0.006},
    {"gemm.fp8_fast.n8192", 0.06, 0.3115, 375, 0.018, 0.001},
    {"gemm.fp8_fast.n16384", 4.58, 0.3034, 47, 0.021, 0.006},
    {"gemm.f32.n4096", 2.01, 0.3005, 112, 0.019, 0.015},
    {"gemm.f64.n8192", 4.96, 0.3066, 15, 0.019, 0.025},
    {"gemm.int8.n16384", 4.21, 0.3036, 45, 0.025, 0.069},
    {"hbm_triad.f32.n1073741824", 0.06, 0.3012, 103, 0.028, 0.007},
    {"hbm_copy.f32.n1073741824", 0.07, 0.3015, 152, 0.029, 0.014},
    {"attention.bf16.b1h8s1024d128", 1.25, 0.3000, 16874, 0.012, 0.012},
    {"attention.bf16.b4h32s8192d128", 2.13, 0.3387, 47, 0.020, 0.001},
    {"reduction.default.n1073741824", 0.05, 0.3010, 327, 0.019, 0.000},
    {"reduction.deterministic.n1073741824", 0.06, 0.3008, 327, 0.019, 0.000},
    {"scatter_add.atomic.n67108864b1048576", 0.04, 0.3003, 425, 0.017, 0.000},
    {"scatter_add.fixed.n4194304b65536", 0.05, 0.3020, 5583, 0.016, 0.000},
    {"scatter_add.fixed.n67108864b1048576", 0.02, 0.3011, 422, 0.018, 0.000},
    {"index_add.atomic.r1048576c128b65536", 0.05, 0.3002, 1149, 0.019, 0.000},
    {"random_access.latency.n1073741824l1s1048576", 0.77, 0.3867, 1, 0.417, 0.000},
    {"random_access.bandwidth.n1073741824l1048576s256", 0.03, 0.3008, 48, 0.024, 0.004},
    {"index_add.atomic.r261423104c128b65536", 0.17, 0.3098, 5, 0.223, 0.000},
    {"gemm.fp16.n1024.injected_precision", 0.09, 0.3115, 46287, 0.014, 0.039},
    {"gemm.fp16.n1024.injected_bits", 0.19, 0.3209, 47309, 0.017, 0.000},
    {"attention.bf16.b1h8s1024d128.faulty_operand", 0.26, 0.3001, 16893, 0.015, 0.000},
    {"scatter_add.fixed.n4194304b65536.faulty_element", 0.02, 0.3018, 5368, 0.016, 0.000},
};

/* The plan `default` on two cores (AMD EPYC), 52 s. Origin: the observations of record 84cd71f0
 * of f374e62; the checks of random_access and the repair of attention are a later program's. */
static const run_time CPU_DEFAULT[] = {
    {"gemm.fp16.n512", 0.062, 0.2006, 145, 0.0061, 0.004},
    {"gemm.fp16.n1024", 0.070, 0.2106, 19, 0.0074, 0.016},
    {"gemm.fp16.n2048", 0.278, 0.2601, 3, 0.0098, 0.051},
    {"gemm.bf16.n1024", 0.057, 0.2047, 19, 0.0062, 0.016},
    {"gemm.bf16.n2048", 0.244, 0.2549, 3, 0.0088, 0.047},
    {"gemm.tf32.n1024", 0.049, 0.2030, 19, 0.0069, 0.009},
    {"gemm.fp8.n1024", 0.053, 0.2113, 20, 0.0065, 0.010},
    {"gemm.f32.n2048", 0.248, 0.2488, 3, 0.0132, 0.110},
    {"gemm.f64.n1024", 0.057, 0.2171, 10, 0.0088, 0.017},
    {"gemm.int8.n1024", 0.054, 0.2172, 19, 0.0093, 0.025},
    {"hbm_triad.f32.n16777216", 0.378, 0.2053, 52, 0.0533, 0.132},
    {"hbm_copy.f32.n16777216", 0.081, 0.2057, 55, 0.0669, 0.007},
    {"attention.bf16.b1h8s512d64", 0.066, 0.2020, 44, 0.0192, 0.000},
    {"reduction.default.n16777216", 0.053, 0.2104, 112, 0.0168, 0.000},
    {"reduction.deterministic.n16777216", 0.034, 0.2037, 89, 0.0169, 0.000},
    {"scatter_add.atomic.n4194304b65536", 0.051, 0.2035, 9, 0.0133, 0.000},
    {"scatter_add.fixed.n4194304b65536", 0.066, 0.2059, 14, 0.0133, 0.000},
    {"index_add.atomic.r65536c128b4096", 0.059, 0.2091, 8, 0.0234, 0.005},
    {"random_access.latency.n134217728l1s2097152", 1.487, 0.3786, 1, 0.0700, 0.002},
    {"random_access.bandwidth.n134217728l65536s256", 0.342, 0.2644, 2, 0.2000, 0.014},
    {"gemm.fp16.n1024.injected_precision", 0.070, 0.2040, 19, 0.0067, 0.010},
    {"gemm.fp16.n1024.injected_bits", 0.143, 0.2136, 20, 0.0066, 0.049},
    {"attention.bf16.b1h8s512d64.faulty_operand", 0.070, 0.2072, 41, 0.0243, 0.000},
    {"scatter_add.fixed.n4194304b65536.faulty_element", 0.300, 0.2176, 16, 0.0133, 0.000},
};

#endif
