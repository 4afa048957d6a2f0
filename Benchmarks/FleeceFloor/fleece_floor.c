#include "fleece_floor.h"
#include "fleece_floor_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reading

typedef struct {
    const uint8_t *bytes;
    size_t count;
} Body;

/// The slots of an array or dictionary.
typedef struct {
    size_t start, first, count, width;
} Slots;

static const size_t invalid = SIZE_MAX;

static inline uint16_t word(Body body, size_t offset) {
    return (uint16_t)(body.bytes[offset] << 8 | body.bytes[offset + 1]);
}

static inline bool contains(Body body, size_t offset, size_t length) {
    return offset <= body.count && length <= body.count - offset;
}

/// Returns the offset of the value in a slot, or that of the value that it points to.
static inline size_t resolve(Body body, size_t slot, size_t width, size_t before) {
    uint16_t first = word(body, slot);
    if ((first & 0x8000) == 0) return slot;
    size_t distance = first & 0x3FFF;
    if (width == 4) distance = distance << 16 | word(body, slot + 2);
    distance *= 2;
    if (distance == 0 || distance > slot || slot - distance >= before) return invalid;
    size_t target = slot - distance;
    return (word(body, target) & 0x8000) == 0 ? target : invalid;
}

static inline size_t root(Body body) {
    if (body.count < 2 || body.count % 2 != 0) return invalid;
    return resolve(body, body.count - 2, 2, body.count - 2);
}

static bool readVarint(Body body, size_t *offset, size_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 63 && *offset < body.count; shift += 7) {
        uint8_t byte = body.bytes[(*offset)++];
        *value |= (size_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

static inline bool readSlots(Body body, size_t offset, unsigned tag, Slots *slots) {
    uint16_t header = word(body, offset);
    if (header >> 12 != tag) return false;
    slots->start = offset;
    slots->first = offset + 2;
    slots->count = header & 0x07FF;
    slots->width = (header & 0x0800) != 0 ? 4 : 2;
    if (slots->count == 0x07FF) {
        size_t more, end = slots->first;
        if (!readVarint(body, &end, &more) || more > INT32_MAX) return false;
        slots->count += more;
        slots->first = end + ((end - slots->first) & 1);
    }
    return contains(body, slots->first, slots->count * slots->width * (tag == 7 ? 2 : 1));
}

static inline bool readString(Body body, size_t offset, const char **text, size_t *length) {
    uint16_t header = word(body, offset);
    if (header >> 12 != 4) return false;
    size_t start = offset + 1;
    *length = header >> 8 & 0x0F;
    if (*length == 15 && !readVarint(body, &start, length)) return false;
    *text = (const char *)body.bytes + start;
    return contains(body, start, *length);
}

static inline bool readInteger(Body body, size_t offset, uint64_t *bits, bool *isUnsigned) {
    uint16_t header = word(body, offset);
    *isUnsigned = (header & 0x1800) == 0x1800;
    if (header >> 12 == 0) {
        *bits = (uint64_t)(int64_t)((int16_t)(header << 4) >> 4);
        return true;
    }
    size_t length = (header >> 8 & 7) + 1;
    if (header >> 12 != 1 || !contains(body, offset, length + 1)) return false;
    uint64_t value = 0;
    for (size_t index = length; index > 0; index--) {
        value = value << 8 | body.bytes[offset + index];
    }
    unsigned unused = (unsigned)(64 - 8 * length);
    *bits = *isUnsigned ? value : (uint64_t)((int64_t)(value << unused) >> unused);
    return true;
}

static inline bool readDouble(Body body, size_t offset, double *number) {
    uint16_t header = word(body, offset);
    if (header >> 12 == 2 && (header & 0x0800) != 0) {
        if (!contains(body, offset, 10)) return false;
        memcpy(number, body.bytes + offset + 2, 8);
        return true;
    }
    if (header >> 12 == 2) {
        float single;
        if (!contains(body, offset, 6)) return false;
        memcpy(&single, body.bytes + offset + 2, 4);
        *number = single;
        return true;
    }
    uint64_t bits;
    bool isUnsigned;
    if (!readInteger(body, offset, &bits, &isUnsigned)) return false;
    *number = isUnsigned ? (double)bits : (double)(int64_t)bits;
    return true;
}

/// Returns the offset of the value of a numbered key, or `invalid`.
static inline size_t find(Body body, const Slots *slots, int number) {
    size_t low = 0, high = slots->count, width = slots->width * 2;
    while (low < high) {
        size_t middle = (low + high) / 2, slot = slots->first + middle * width;
        int key = word(body, slot);
        if (key == number) return resolve(body, slot + slots->width, slots->width, slots->start);
        if (key < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return invalid;
}

// Keys

static inline size_t hashOf(const char *name, size_t length) {
    return fleece_floor_hash(fleece_floor_words(name, length), length);
}

void fleece_floor_prepare(FleeceFloorKeys *keys) {
    memset(keys->slots, 0, keys->slotCount * sizeof(uint16_t));
    for (size_t number = 0; number < keys->count; number++) {
        size_t slot = hashOf(keys->names[number], keys->lengths[number]) & (keys->slotCount - 1);
        while (keys->slots[slot] != 0) slot = (slot + 1) & (keys->slotCount - 1);
        keys->slots[slot] = (uint16_t)(number + 1);
    }
}

int fleece_floor_number(const FleeceFloorKeys *keys, const char *name, size_t length) {
    size_t slot = hashOf(name, length) & (keys->slotCount - 1);
    while (keys->slots[slot] != 0) {
        int number = keys->slots[slot] - 1;
        if (keys->lengths[number] == length && memcmp(keys->names[number], name, length) == 0) {
            return number;
        }
        slot = (slot + 1) & (keys->slotCount - 1);
    }
    return -1;
}

// Fields

bool fleece_floor_read_by_number(
    const uint8_t *bytes, size_t count, const FleeceFloorNumbers *numbers,
    FleeceFloorFields *fields
) {
    Body body = {bytes, count};
    Slots hotel, geo;
    size_t start = root(body), offset;
    if (start == invalid || !readSlots(body, start, 7, &hotel)) return false;
    offset = find(body, &hotel, numbers->name);
    if (offset == invalid || !readString(body, offset, &fields->name, &fields->nameLength)) {
        return false;
    }
    offset = find(body, &hotel, numbers->city);
    if (offset == invalid || !readString(body, offset, &fields->city, &fields->cityLength)) {
        return false;
    }
    offset = find(body, &hotel, numbers->country);
    if (offset == invalid || !readString(body, offset, &fields->country, &fields->countryLength)) {
        return false;
    }
    offset = find(body, &hotel, numbers->rate);
    if (offset == invalid || !readDouble(body, offset, &fields->rate)) return false;
    offset = find(body, &hotel, numbers->acceptsPets);
    if (offset == invalid) return false;
    fields->acceptsPets = (word(body, offset) & 0xFC00) == 0x3800;
    offset = find(body, &hotel, numbers->geo);
    if (offset == invalid || !readSlots(body, offset, 7, &geo)) return false;
    offset = find(body, &geo, numbers->latitude);
    return offset != invalid && readDouble(body, offset, &fields->latitude);
}

bool fleece_floor_read_by_name(
    const uint8_t *bytes, size_t count, const FleeceFloorKeys *keys, FleeceFloorFields *fields
) {
    FleeceFloorNumbers numbers = {
        fleece_floor_number(keys, "name", 4),    fleece_floor_number(keys, "city", 4),
        fleece_floor_number(keys, "country", 7), fleece_floor_number(keys, "rate", 4),
        fleece_floor_number(keys, "pets_ok", 7), fleece_floor_number(keys, "geo", 3),
        fleece_floor_number(keys, "lat", 3),
    };
    return fleece_floor_read_by_number(bytes, count, &numbers, fields);
}

// JSON

typedef struct {
    Body body;
    const FleeceFloorKeys *keys;
    char *next, *end;
} Writer;

static const char pairsOfDigits[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

static inline bool hasSpace(const Writer *writer, size_t length) {
    return (size_t)(writer->end - writer->next) >= length;
}

static inline bool writeText(Writer *writer, const char *text, size_t length) {
    if (!hasSpace(writer, length)) return false;
    memcpy(writer->next, text, length);
    writer->next += length;
    return true;
}

/// Writes the last digits of a number, with leading zeros.
static inline void writeDigits(char *output, uint64_t number, int length) {
    while (length >= 2) {
        length -= 2;
        memcpy(output + length, pairsOfDigits + 2 * (number % 100), 2);
        number /= 100;
    }
    if (length == 1) output[0] = (char)('0' + number % 10);
}

static inline int digitsOf(uint64_t number) {
    int length = 1;
    for (; number >= 100; number /= 100) length += 2;
    return length + (number >= 10 ? 1 : 0);
}

static inline bool writeUnsigned(Writer *writer, uint64_t number, bool isNegative) {
    if (!hasSpace(writer, 21)) return false;
    if (isNegative) *writer->next++ = '-';
    int length = digitsOf(number);
    writeDigits(writer->next, number, length);
    writer->next += length;
    return true;
}

static bool writeDouble(Writer *writer, double number) {
    double magnitude = fabs(number), scale = 1;
    uint64_t powerOfTen = 1;
    if (magnitude >= 0.001 && magnitude < 1e9) {
        for (int decimals = 0; decimals <= 6; decimals++, scale *= 10, powerOfTen *= 10) {
            int64_t scaled = (int64_t)(magnitude * scale + 0.5);
            if ((double)scaled / scale != magnitude) continue;
            int length = decimals == 0 ? 1 : decimals;
            if (!writeUnsigned(writer, (uint64_t)scaled / powerOfTen, number < 0)) return false;
            if (!hasSpace(writer, 8)) return false;
            *writer->next++ = '.';
            writeDigits(writer->next, (uint64_t)scaled % powerOfTen, length);
            writer->next += length;
            return true;
        }
    }
    if (!hasSpace(writer, 32)) return false;
    for (int precision = 15; precision <= 17; precision++) {
        int length = snprintf(writer->next, 32, "%.*g", precision, number);
        if (precision == 17 || strtod(writer->next, NULL) == number) {
            writer->next += length;
            break;
        }
    }
    return true;
}

static inline bool isPlain(uint8_t byte) {
    return byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7F;
}

static bool writeString(Writer *writer, const char *text, size_t length) {
    static const char digits[] = "0123456789abcdef";
    if (!hasSpace(writer, length * 6 + 2)) return false;
    *writer->next++ = '"';
    size_t index = 0;
    while (index < length) {
        uint64_t block;
        while (index + 8 <= length) {
            memcpy(&block, text + index, 8);
            uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
            uint64_t quotes = block ^ ones * 0x22, slashes = block ^ ones * 0x5C;
            uint64_t deletes = block ^ ones * 0x7F;
            if ((((block - ones * 0x20) | (quotes - ones) | (slashes - ones) | (deletes - ones)
                  | block) & tops) != 0) {
                break;
            }
            memcpy(writer->next, &block, 8);
            writer->next += 8;
            index += 8;
        }
        if (index >= length) break;
        uint8_t byte = (uint8_t)text[index++];
        if (isPlain(byte)) {
            *writer->next++ = (char)byte;
            continue;
        }
        *writer->next++ = '\\';
        switch (byte) {
            case '"': *writer->next++ = '"'; break;
            case '\\': *writer->next++ = '\\'; break;
            case '\b': *writer->next++ = 'b'; break;
            case '\t': *writer->next++ = 't'; break;
            case '\n': *writer->next++ = 'n'; break;
            case '\f': *writer->next++ = 'f'; break;
            case '\r': *writer->next++ = 'r'; break;
            default:
                memcpy(writer->next, "u00", 3);
                writer->next[3] = digits[byte >> 4];
                writer->next[4] = digits[byte & 0x0F];
                writer->next += 5;
        }
    }
    *writer->next++ = '"';
    return true;
}

static bool writeKey(Writer *writer, size_t slot, const Slots *slots) {
    uint16_t key = word(writer->body, slot);
    const char *text;
    size_t length;
    if (key < 0x0800) {
        if (key >= writer->keys->count || !hasSpace(writer, 20)) return false;
        *writer->next++ = '"';
        length = writer->keys->lengths[key];
        memcpy(writer->next, writer->keys->names[key], length);
        writer->next += length;
        *writer->next++ = '"';
    } else {
        size_t offset = resolve(writer->body, slot, slots->width, slots->start);
        if (offset == invalid || !readString(writer->body, offset, &text, &length)
            || !writeString(writer, text, length)) {
            return false;
        }
    }
    return writeText(writer, ":", 1);
}

static bool writeValue(Writer *writer, size_t offset, int depth) {
    Body body = writer->body;
    Slots slots;
    const char *text;
    size_t length;
    double number;
    uint64_t bits;
    bool isUnsigned;
    if (depth > 512) return false;
    switch (word(body, offset) >> 12) {
        case 0:
        case 1:
            if (!readInteger(body, offset, &bits, &isUnsigned)) return false;
            if (!isUnsigned && (int64_t)bits < 0) return writeUnsigned(writer, 0 - bits, true);
            return writeUnsigned(writer, bits, false);
        case 2: return readDouble(body, offset, &number) && writeDouble(writer, number);
        case 3:
            switch (word(body, offset) & 0x0C00) {
                case 0x0400: return writeText(writer, "false", 5);
                case 0x0800: return writeText(writer, "true", 4);
                default: return writeText(writer, "null", 4);
            }
        case 4:
            return readString(body, offset, &text, &length) && writeString(writer, text, length);
        case 6:
            if (!readSlots(body, offset, 6, &slots)) return false;
            for (size_t index = 0; index < slots.count; index++) {
                size_t slot = slots.first + index * slots.width;
                size_t item = resolve(body, slot, slots.width, slots.start);
                if (!writeText(writer, index == 0 ? "[" : ",", 1)) return false;
                if (item == invalid || !writeValue(writer, item, depth + 1)) return false;
            }
            return slots.count == 0 ? writeText(writer, "[]", 2) : writeText(writer, "]", 1);
        case 7:
            if (!readSlots(body, offset, 7, &slots)) return false;
            for (size_t index = 0; index < slots.count; index++) {
                size_t slot = slots.first + index * 2 * slots.width;
                size_t item = resolve(body, slot + slots.width, slots.width, slots.start);
                if (!writeText(writer, index == 0 ? "{" : ",", 1)) return false;
                if (!writeKey(writer, slot, &slots)) return false;
                if (item == invalid || !writeValue(writer, item, depth + 1)) return false;
            }
            return slots.count == 0 ? writeText(writer, "{}", 2) : writeText(writer, "}", 1);
        default: return false;
    }
}

size_t fleece_floor_write_json(
    const uint8_t *bytes, size_t count, const FleeceFloorKeys *keys, char *buffer, size_t capacity
) {
    Writer writer = {{bytes, count}, keys, buffer, buffer + capacity};
    size_t start = root(writer.body);
    if (start == invalid || !writeValue(&writer, start, 0)) return 0;
    return (size_t)(writer.next - buffer);
}
