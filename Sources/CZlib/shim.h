// zlib's C interface for Swift, with functions for the macros that initialize a stream.

#ifndef QUIRE_CZLIB_SHIM_H
#define QUIRE_CZLIB_SHIM_H

#include <zlib.h>

static inline int quire_deflate_init(
    z_streamp stream, int level, int window_bits, int memory_level) {
    return deflateInit2(
        stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

static inline int quire_inflate_init(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
