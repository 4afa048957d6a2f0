// Short strings as two words, which are hashed without a loop over their bytes.

#ifndef FLEECE_FLOOR_TEXT_H
#define FLEECE_FLOOR_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t low, high;
} FleeceFloorWords;

/// Returns the bytes of a string of 1 to 16 bytes, padded with zeros.
static inline FleeceFloorWords fleece_floor_words(const char *text, size_t length) {
    FleeceFloorWords words = {0, 0};
    if (length >= 8) {
        memcpy(&words.low, text, 8);
        memcpy(&words.high, text + length - 8, 8);
        words.high = length == 8 ? 0 : words.high >> 8 * (16 - length);
    } else if (length >= 4) {
        uint32_t first, last;
        memcpy(&first, text, 4);
        memcpy(&last, text + length - 4, 4);
        words.low = first | (uint64_t)last << 8 * (length - 4);
    } else {
        size_t middle = length / 2, last = length - 1;
        words.low = (uint8_t)text[0] | (uint64_t)(uint8_t)text[middle] << 8 * middle
            | (uint64_t)(uint8_t)text[last] << 8 * last;
    }
    return words;
}

static inline size_t fleece_floor_hash(FleeceFloorWords words, size_t length) {
    uint64_t hash = (words.low ^ words.high * 0x9E3779B97F4A7C15 ^ length) * 0xD6E8FEB86659FD93;
    return hash ^ hash >> 32;
}

#endif
