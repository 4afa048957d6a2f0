// Atomic operations on integers of one, four and eight bytes, for the type `Atomic` of Apple
// platforms. Swift cannot express them there: its module Synchronization requires macOS 15.
//
// A load acquires, a store releases, and an update does both. Compilers on all platforms of Quire
// have these built-in functions.

#ifndef QUIRE_ATOMICS_H
#define QUIRE_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

#define QUIRE_ATOMICS(TYPE, SIZE)                                                                \
    static inline TYPE quire_load_##SIZE(const void *address) {                                  \
        return __atomic_load_n((const TYPE *)address, __ATOMIC_ACQUIRE);                         \
    }                                                                                            \
    static inline void quire_store_##SIZE(void *address, TYPE value) {                           \
        __atomic_store_n((TYPE *)address, value, __ATOMIC_RELEASE);                              \
    }                                                                                            \
    static inline TYPE quire_exchange_##SIZE(void *address, TYPE value) {                        \
        return __atomic_exchange_n((TYPE *)address, value, __ATOMIC_ACQ_REL);                    \
    }                                                                                            \
    /* Returns the previous value, which equals `expected` if `desired` was stored. */           \
    static inline TYPE quire_compare_exchange_##SIZE(                                            \
        void *address, TYPE expected, TYPE desired) {                                            \
        __atomic_compare_exchange_n((TYPE *)address, &expected, desired, false,                  \
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);                         \
        return expected;                                                                         \
    }

QUIRE_ATOMICS(uint8_t, 1)
QUIRE_ATOMICS(uint32_t, 4)
QUIRE_ATOMICS(uint64_t, 8)

#undef QUIRE_ATOMICS

#endif
