#include "fleece_floor_writer.h"
#include "fleece_floor_text.h"

#include <stdlib.h>
#include <string.h>

/// A value of two bytes, or a position with the top bit set.
typedef uint32_t Slot;

static const Slot isPosition = 0x80000000;

/// A string of 2 to 15 bytes that the document contains.
typedef struct {
    uint64_t low, high;
    uint32_t length, position, generation;
} SharedText;

enum { slotCapacity = 4096, sharedCapacity = 512, reach = 0x7FFE };

struct FleeceFloorWriter {
    uint8_t *bytes;
    size_t count, capacity, slotCount;
    uint32_t generation, sharedCount;
    bool hasFailed;
    Slot slots[slotCapacity];
    SharedText shared[sharedCapacity];
};

FleeceFloorWriter *fleece_floor_writer_create(void) {
    FleeceFloorWriter *writer = calloc(1, sizeof(FleeceFloorWriter));
    writer->capacity = 1024;
    writer->bytes = malloc(writer->capacity);
    return writer;
}

void fleece_floor_writer_free(FleeceFloorWriter *writer) {
    free(writer->bytes);
    free(writer);
}

const uint8_t *fleece_floor_writer_bytes(const FleeceFloorWriter *writer) { return writer->bytes; }

// The buffer

/// Returns the next even position, where memory for a value is available.
static inline size_t reserve(FleeceFloorWriter *writer, size_t length) {
    size_t position = (writer->count + 1) & ~(size_t)1;
    if (position + length > writer->capacity) {
        while (position + length > writer->capacity) writer->capacity *= 2;
        writer->bytes = realloc(writer->bytes, writer->capacity);
    }
    writer->bytes[writer->count] = 0;
    writer->count = position + length;
    return position;
}

static inline void store(FleeceFloorWriter *writer, size_t position, uint16_t word) {
    writer->bytes[position] = (uint8_t)(word >> 8);
    writer->bytes[position + 1] = (uint8_t)word;
}

static inline void push(FleeceFloorWriter *writer, Slot slot) {
    if (writer->slotCount == slotCapacity) {
        writer->hasFailed = true;
        return;
    }
    writer->slots[writer->slotCount++] = slot;
}

// Values

static inline void writeInteger(FleeceFloorWriter *writer, int64_t value) {
    if (value >= -2048 && value < 2048) return push(writer, (Slot)(value & 0x0FFF));
    bool isUnsigned = value >= 0;
    int length = (71 - __builtin_clzll((uint64_t)value)) / 8;
    if (!isUnsigned) length = (64 - __builtin_clzll((uint64_t)~value)) / 8 + 1;
    size_t position = reserve(writer, (size_t)length + 1);
    writer->bytes[position] = (uint8_t)((isUnsigned ? 0x18 : 0x10) | (length - 1));
    for (int index = 0; index < length; index++) {
        writer->bytes[position + 1 + (size_t)index] = (uint8_t)((uint64_t)value >> 8 * index);
    }
    push(writer, isPosition | (Slot)position);
}

static inline void writeDouble(FleeceFloorWriter *writer, double value) {
    float single = (float)value;
    bool isSingle = (double)single == value;
    size_t position = reserve(writer, isSingle ? 6 : 10);
    store(writer, position, isSingle ? 0x2400 : 0x2800);
    if (isSingle) {
        memcpy(writer->bytes + position + 2, &single, 4);
    } else {
        memcpy(writer->bytes + position + 2, &value, 8);
    }
    push(writer, isPosition | (Slot)position);
}

static inline void writeBoolean(FleeceFloorWriter *writer, bool value) {
    push(writer, value ? 0x3800 : 0x3400);
}

static size_t storeText(FleeceFloorWriter *writer, const char *text, size_t length) {
    if (length < 15) {
        size_t position = reserve(writer, 1 + length);
        writer->bytes[position] = (uint8_t)(0x40 | length);
        memcpy(writer->bytes + position + 1, text, length);
        return position;
    }
    size_t header = 2;
    for (size_t rest = length; rest >= 0x80; rest >>= 7) header++;
    size_t position = reserve(writer, header + length);
    writer->bytes[position] = 0x4F;
    size_t rest = length, next = position + 1;
    for (; rest >= 0x80; rest >>= 7) writer->bytes[next++] = (uint8_t)(rest | 0x80);
    writer->bytes[next] = (uint8_t)rest;
    memcpy(writer->bytes + position + header, text, length);
    return position;
}

/// Writes a string, or refers to an equal one if it has at most 15 bytes.
static void writeString(FleeceFloorWriter *writer, const char *text, size_t length) {
    if (length == 0) return push(writer, 0x4000);
    if (length == 1) return push(writer, 0x4100 | (uint8_t)text[0]);
    if (length > 15) return push(writer, isPosition | (Slot)storeText(writer, text, length));
    FleeceFloorWords words = fleece_floor_words(text, length);
    size_t index = fleece_floor_hash(words, length) & (sharedCapacity - 1);
    SharedText *shared = &writer->shared[index];
    while (shared->generation == writer->generation) {
        if (shared->low == words.low && shared->high == words.high && shared->length == length) {
            if (writer->count - shared->position <= reach - 32) {
                return push(writer, isPosition | shared->position);
            }
            break;
        }
        index = (index + 1) & (sharedCapacity - 1);
        shared = &writer->shared[index];
    }
    size_t position = storeText(writer, text, length);
    if (writer->sharedCount < sharedCapacity / 2) {
        *shared = (SharedText){
            words.low, words.high, (uint32_t)length, (uint32_t)position, writer->generation};
        writer->sharedCount++;
    }
    push(writer, isPosition | (Slot)position);
}

static inline void writeText(FleeceFloorWriter *writer, FleeceFloorText text) {
    writeString(writer, text.start, text.length);
}

static inline void writeKey(
    FleeceFloorWriter *writer, const FleeceFloorKeys *keys, const char *name
) {
    int number = fleece_floor_number(keys, name, strlen(name));
    if (number < 0) writer->hasFailed = true;
    push(writer, (Slot)number);
}

// Collections

/// Sorts the pairs by the numbers of their keys.
static void sortPairs(Slot *slots, size_t count) {
    for (size_t index = 2; index + 1 < count; index += 2) {
        Slot key = slots[index], value = slots[index + 1];
        size_t hole = index;
        while (hole >= 2 && slots[hole - 2] > key) {
            slots[hole] = slots[hole - 2];
            slots[hole + 1] = slots[hole - 1];
            hole -= 2;
        }
        slots[hole] = key;
        slots[hole + 1] = value;
    }
}

/// Replaces the slots from an index by a collection that contains them.
static void end(FleeceFloorWriter *writer, size_t first, uint16_t tag) {
    if (writer->hasFailed) return;
    Slot *slots = writer->slots + first;
    size_t slotCount = writer->slotCount - first;
    bool isDictionary = tag == 0x7000;
    if (isDictionary) sortPairs(slots, slotCount);
    writer->slotCount = first;
    if (slotCount == 0) return push(writer, tag);
    size_t count = isDictionary ? slotCount / 2 : slotCount;
    if (count >= 0x07FF || writer->count >= reach - 2 * slotCount - 3) {
        writer->hasFailed = true;
        return;
    }
    size_t position = reserve(writer, 2 + 2 * slotCount);
    store(writer, position, (uint16_t)(tag | count));
    for (size_t index = 0; index < slotCount; index++) {
        size_t at = position + 2 + 2 * index;
        Slot slot = slots[index];
        uint16_t pointer = (uint16_t)(0x8000 | (at - (slot & ~isPosition)) >> 1);
        store(writer, at, (slot & isPosition) != 0 ? pointer : (uint16_t)slot);
    }
    push(writer, isPosition | (Slot)position);
}

static size_t finish(FleeceFloorWriter *writer) {
    if (writer->hasFailed || writer->slotCount != 1) return 0;
    Slot root = writer->slots[0];
    size_t position = reserve(writer, 2);
    uint16_t pointer = (uint16_t)(0x8000 | (position - (root & ~isPosition)) >> 1);
    store(writer, position, (root & isPosition) != 0 ? pointer : (uint16_t)root);
    return writer->count;
}

size_t fleece_floor_write_hotel(
    FleeceFloorWriter *writer, const FleeceFloorKeys *keys, const FleeceFloorHotel *hotel
) {
    writer->count = 0;
    writer->slotCount = 0;
    writer->sharedCount = 0;
    writer->generation++;
    writer->hasFailed = false;
    writeKey(writer, keys, "type");
    writeString(writer, "hotel", 5);
    writeKey(writer, keys, "name");
    writeText(writer, hotel->name);
    writeKey(writer, keys, "city");
    writeText(writer, hotel->city);
    writeKey(writer, keys, "country");
    writeText(writer, hotel->country);
    writeKey(writer, keys, "address");
    writeText(writer, hotel->address);
    writeKey(writer, keys, "phone");
    writeText(writer, hotel->phone);
    writeKey(writer, keys, "description");
    writeText(writer, hotel->description);
    writeKey(writer, keys, "rate");
    writeDouble(writer, hotel->rate);
    writeKey(writer, keys, "stars");
    writeInteger(writer, hotel->stars);
    writeKey(writer, keys, "pets_ok");
    writeBoolean(writer, hotel->acceptsPets);
    writeKey(writer, keys, "geo");
    size_t first = writer->slotCount;
    writeKey(writer, keys, "lat");
    writeDouble(writer, hotel->latitude);
    writeKey(writer, keys, "lon");
    writeDouble(writer, hotel->longitude);
    end(writer, first, 0x7000);
    writeKey(writer, keys, "tags");
    first = writer->slotCount;
    for (size_t index = 0; index < 3; index++) writeText(writer, hotel->tags[index]);
    end(writer, first, 0x6000);
    writeKey(writer, keys, "revision");
    writeInteger(writer, hotel->revision);
    end(writer, 0, 0x7000);
    return finish(writer);
}
