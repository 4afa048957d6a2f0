// A minimal writer of Fleece bytes, as the floor of measurements.
//
// It writes the same bytes as Quire (docs/Fleece.md) for documents of less than 32 kB, whose pointers
// are all narrow. It allocates no memory other than its buffer, which grows.

#ifndef FLEECE_FLOOR_WRITER_H
#define FLEECE_FLOOR_WRITER_H

#include "fleece_floor.h"

typedef struct {
    const char *start;
    size_t length;
} FleeceFloorText;

/// The values of a hotel.
typedef struct {
    FleeceFloorText name, city, country, address, phone, description;
    FleeceFloorText tags[3];
    double rate, latitude, longitude;
    int64_t stars, revision;
    bool acceptsPets;
} FleeceFloorHotel;

typedef struct FleeceFloorWriter FleeceFloorWriter;

FleeceFloorWriter *fleece_floor_writer_create(void);

void fleece_floor_writer_free(FleeceFloorWriter *writer);

/// Writes a hotel, whose keys are looked up by their names. Returns the number of bytes, or 0 if the
/// document is too large or a key has no number.
size_t fleece_floor_write_hotel(
    FleeceFloorWriter *writer, const FleeceFloorKeys *keys, const FleeceFloorHotel *hotel);

/// Returns the bytes of the last document.
const uint8_t *fleece_floor_writer_bytes(const FleeceFloorWriter *writer);

#endif
