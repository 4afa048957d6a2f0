// A minimal reader of Fleece bytes and writer of JSON text, as the floor of measurements.
//
// It reads what Quire writes for a document (docs/Fleece.md): no extern range, no parents, no
// pointers to pointers. Like Quire, it checks each offset before it reads. It never allocates memory.

#ifndef FLEECE_FLOOR_H
#define FLEECE_FLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The table of shared keys; a key's number is its index.
typedef struct {
    const char *const *names;
    const size_t *lengths;
    size_t count;
    /// A hash table with open addressing: the number of a key plus one, or 0.
    uint16_t *slots;
    /// A power of two that is greater than `count`.
    size_t slotCount;
} FleeceFloorKeys;

/// Six fields of a hotel. The strings are in the bytes of the document.
typedef struct {
    const char *name, *city, *country;
    size_t nameLength, cityLength, countryLength;
    double rate, latitude;
    bool acceptsPets;
} FleeceFloorFields;

/// The numbers of the keys of the six fields, or -1.
typedef struct {
    int name, city, country, rate, acceptsPets, geo, latitude;
} FleeceFloorNumbers;

/// Fills the hash table of the keys.
void fleece_floor_prepare(FleeceFloorKeys *keys);

/// Returns the number of a key, or -1.
int fleece_floor_number(const FleeceFloorKeys *keys, const char *name, size_t length);

/// Reads six fields by the numbers of their keys. Returns whether all of them were found.
bool fleece_floor_read_by_number(
    const uint8_t *bytes, size_t count, const FleeceFloorNumbers *numbers,
    FleeceFloorFields *fields);

/// Reads six fields by the names of their keys. Returns whether all of them were found.
bool fleece_floor_read_by_name(
    const uint8_t *bytes, size_t count, const FleeceFloorKeys *keys, FleeceFloorFields *fields);

/// Writes a document as JSON text. Returns the length of the text, or 0 if the document is damaged or
/// the buffer is too small.
size_t fleece_floor_write_json(
    const uint8_t *bytes, size_t count, const FleeceFloorKeys *keys, char *buffer, size_t capacity);

#endif
