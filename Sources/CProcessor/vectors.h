// Loops over vectors of 32-bit floating-point numbers and over codes of bits.
//
// Swift compiles for the oldest processor of a platform. On x86-64, these functions exist twice: for
// any processor, and for one with AVX2 and FMA, which `quire_has_avx2` finds. The addresses may have any
// alignment. A vector's numbers have the byte order of the processor.

#ifndef QUIRE_VECTORS_H
#define QUIRE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#define QUIRE_AVX2 __attribute__((target("avx2,fma,popcnt")))
static inline bool quire_has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
}
#else
#define QUIRE_AVX2
static inline bool quire_has_avx2(void) { return false; }
#endif

// Eight numbers at an address of any alignment.
typedef float quire_float8 __attribute__((vector_size(32), aligned(1)));

// Four sums hide the time that an addition takes. `TERM` computes what is added for the numbers `x` and `y`.
#define QUIRE_SUM_LOOP(TERM)                                                                     \
    _Pragma("clang fp contract(fast)")                                                           \
    const char *left = (const char *)a, *right = (const char *)b;                                \
    quire_float8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};                                         \
    size_t index = 0;                                                                            \
    for (; index + 32 <= count; index += 32) {                                                   \
        const quire_float8 *l = (const quire_float8 *)(left + 4 * index);                        \
        const quire_float8 *r = (const quire_float8 *)(right + 4 * index);                       \
        { quire_float8 x = l[0], y = r[0]; s0 += TERM; }                                         \
        { quire_float8 x = l[1], y = r[1]; s1 += TERM; }                                         \
        { quire_float8 x = l[2], y = r[2]; s2 += TERM; }                                         \
        { quire_float8 x = l[3], y = r[3]; s3 += TERM; }                                         \
    }                                                                                            \
    for (; index + 8 <= count; index += 8) {                                                     \
        quire_float8 x = *(const quire_float8 *)(left + 4 * index);                              \
        quire_float8 y = *(const quire_float8 *)(right + 4 * index);                             \
        s0 += TERM;                                                                              \
    }                                                                                            \
    s0 = (s0 + s1) + (s2 + s3);                                                                  \
    float sum = ((s0[0] + s0[4]) + (s0[1] + s0[5])) + ((s0[2] + s0[6]) + (s0[3] + s0[7]));       \
    for (; index < count; index++) {                                                             \
        float x, y;                                                                              \
        __builtin_memcpy(&x, left + 4 * index, 4);                                                         \
        __builtin_memcpy(&y, right + 4 * index, 4);                                                        \
        sum += TERM;                                                                             \
    }                                                                                            \
    return sum;

// The sum of the products of two vectors, and that of the squares of the second one.
#define QUIRE_PRODUCT_AND_SQUARE_LOOP                                                            \
    _Pragma("clang fp contract(fast)")                                                           \
    const char *left = (const char *)a, *right = (const char *)b;                                \
    quire_float8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};                                         \
    quire_float8 t0 = {0}, t1 = {0}, t2 = {0}, t3 = {0};                                         \
    size_t index = 0;                                                                            \
    for (; index + 32 <= count; index += 32) {                                                   \
        const quire_float8 *l = (const quire_float8 *)(left + 4 * index);                        \
        const quire_float8 *r = (const quire_float8 *)(right + 4 * index);                       \
        { quire_float8 y = r[0]; s0 += l[0] * y; t0 += y * y; }                                  \
        { quire_float8 y = r[1]; s1 += l[1] * y; t1 += y * y; }                                  \
        { quire_float8 y = r[2]; s2 += l[2] * y; t2 += y * y; }                                  \
        { quire_float8 y = r[3]; s3 += l[3] * y; t3 += y * y; }                                  \
    }                                                                                            \
    for (; index + 8 <= count; index += 8) {                                                     \
        quire_float8 y = *(const quire_float8 *)(right + 4 * index);                             \
        s0 += *(const quire_float8 *)(left + 4 * index) * y;                                     \
        t0 += y * y;                                                                             \
    }                                                                                            \
    s0 = (s0 + s1) + (s2 + s3);                                                                  \
    t0 = (t0 + t1) + (t2 + t3);                                                                  \
    float sum = ((s0[0] + s0[4]) + (s0[1] + s0[5])) + ((s0[2] + s0[6]) + (s0[3] + s0[7]));       \
    float squares = ((t0[0] + t0[4]) + (t0[1] + t0[5])) + ((t0[2] + t0[6]) + (t0[3] + t0[7]));   \
    for (; index < count; index++) {                                                             \
        float x, y;                                                                              \
        __builtin_memcpy(&x, left + 4 * index, 4);                                               \
        __builtin_memcpy(&y, right + 4 * index, 4);                                              \
        sum += x * y;                                                                            \
        squares += y * y;                                                                        \
    }                                                                                            \
    *square = squares;                                                                           \
    return sum;

// The number of different bits of a code and each of several codes that follow each other.
#define QUIRE_HAMMING_LOOP                                                                       \
    const char *next = (const char *)codes;                                                      \
    for (size_t item = 0; item < count; item++) {                                                \
        uint64_t bits = 0;                                                                       \
        for (size_t word = 0; word < words; word++) {                                            \
            uint64_t x, y;                                                                       \
            __builtin_memcpy(&x, (const char *)code + 8 * word, 8);                                        \
            __builtin_memcpy(&y, next + 8 * word, 8);                                                      \
            bits += (uint64_t)__builtin_popcountll(x ^ y);                                       \
        }                                                                                        \
        result[item] = (uint16_t)bits;                                                           \
        next += 8 * words;                                                                       \
    }

#define QUIRE_VECTOR_FUNCTIONS(SUFFIX, ATTRIBUTE)                                                \
    ATTRIBUTE static inline float quire_product_##SUFFIX(                                        \
        const void *a, const void *b, size_t count) {                                            \
        QUIRE_SUM_LOOP(x * y)                                                                    \
    }                                                                                            \
    ATTRIBUTE static inline float quire_squared_distance_##SUFFIX(                               \
        const void *a, const void *b, size_t count) {                                            \
        QUIRE_SUM_LOOP((x - y) * (x - y))                                                        \
    }                                                                                            \
    ATTRIBUTE static inline float quire_product_and_square_##SUFFIX(                             \
        const void *a, const void *b, size_t count, float *square) {                             \
        QUIRE_PRODUCT_AND_SQUARE_LOOP                                                            \
    }                                                                                            \
    ATTRIBUTE static inline void quire_hamming_##SUFFIX(                                         \
        const void *code, const void *codes, size_t words, size_t count, uint16_t *result) {     \
        if (words == 4) { const size_t words = 4; QUIRE_HAMMING_LOOP return; }                   \
        if (words == 6) { const size_t words = 6; QUIRE_HAMMING_LOOP return; }                   \
        if (words == 12) { const size_t words = 12; QUIRE_HAMMING_LOOP return; }                 \
        if (words == 16) { const size_t words = 16; QUIRE_HAMMING_LOOP return; }                 \
        QUIRE_HAMMING_LOOP                                                                       \
    }

QUIRE_VECTOR_FUNCTIONS(any, )
#if defined(__x86_64__)
QUIRE_VECTOR_FUNCTIONS(avx2, QUIRE_AVX2)
#endif

#undef QUIRE_VECTOR_FUNCTIONS
#undef QUIRE_HAMMING_LOOP
#undef QUIRE_PRODUCT_AND_SQUARE_LOOP
#undef QUIRE_SUM_LOOP
#undef QUIRE_AVX2

#endif
