import Quire
import Testing

/// The examples in the documentation of Fleece data.
@Suite struct DocumentedFleece {
    private let storage: FleeceStorage
    private var hotel: FleeceDictionary {
        get throws { try #require(storage.rootDictionary) }
    }

    init() throws {
        storage = try FleeceStorage(
            json: #"{"name":"Grand","room_rate":240.0,"phones":["55 00 00 00"]}"#)
    }

    @Test func `writing a document`() throws {
        let writer = FleeceWriter()
        writer.beginDictionary()
        writer.writeKey("name")
        writer.write("Grand")
        writer.writeKey("stars")
        writer.write(Int64(4))
        writer.endDictionary()
        let bytes = try writer.finish()
        let json = try FleeceStorage(bytes).root?.json()
        #expect(json == #"{"name":"Grand","stars":4}"#)
        let name = [writer.encodeKey("name"), writer.encode("Grand")]
        let stars = [writer.encodeKey("stars"), writer.encode(Int64(4))]
        writer.write(writer.encodeDictionary(name + stars))
        #expect(try FleeceStorage(writer.finish()).root?.json() == json)
        writer.write("Grand")
        let name42 = FleeceStorage(try writer.finish()).root?.string
        #expect(name42 == "Grand")
        do {
            let storage = FleeceStorage(bytes)
            print(storage.rootDictionary?["name"]?.string ?? "")  // Grand
            #expect(storage.rootDictionary?["name"]?.string == "Grand")
        }
        do {
            let limits = FleeceLimits()
            let storage = try bytes.withUnsafeBytes { received in
                try FleeceStorage(validating: received)
            }
            #expect(storage.count == bytes.count)
            #expect(limits.depth == 512)
        }
        do {
            let limits = FleeceLimits(depth: 32)
            let storage = try bytes.withUnsafeBytes { received in
                try FleeceStorage(validating: received, limits: limits)
            }
            #expect(storage.rootDictionary?.count == 2)
        }
    }

    @Test func `reading values`() throws {
        let hotel = try hotel
        if let rate = hotel["room_rate"] {
            print(rate.double ?? 0, rate.string ?? "not a string")  // 240.0 not a string
        }
        #expect(hotel["room_rate"]?.double == 240)
        #expect(hotel["room_rate"]?.string == nil)
        for (key, value) in hotel where value.kind == .array { print(key) }  // phones
        #expect(hotel["phones"]?.kind == .array)
        if let phones = hotel["phones"]?.array {
            for phone in phones { print(phone.string ?? "") }
        }
        #expect(hotel["phones"]?.array?.count == 1)
        for (key, value) in hotel { print(key, value.kind) }
        print(hotel["name"]?.string ?? "")  // Grand
        #expect(hotel["name"]?.string == "Grand")
        var pairs = hotel.makeIterator()
        while let (key, value) = pairs.next() { print(key, value.kind) }
        #expect(pairs.next() == nil)
        let bodies = [hotel]
        do {
            let name = FleeceKey("name")
            for body in bodies { print(body[name]?.string ?? "") }
            #expect(hotel[name]?.string == "Grand")
        }
    }

    @Test func `reading paths`() throws {
        let hotel = try hotel
        let path = FleecePath([.key("phones"), .index(0)])
        print(hotel.value.value(at: path)?.string ?? "")  // 55 00 00 00
        #expect(hotel.value.value(at: path)?.string == "55 00 00 00")
        let steps: [FleecePath.Step] = [.key("phones"), .index(-1)]
        #expect(hotel.value.value(at: FleecePath(steps))?.string == "55 00 00 00")
        let sharedKeys = SharedKeys.empty
        let rate = FleecePath([.key("room_rate")])
        storage.withUnsafeBytes { bytes in
            switch rate.scalar(in: bytes, sharedKeys: sharedKeys) {
            case .double(let rate): print(rate)
            case .integer(let rate): print(rate)
            default: print("The hotel has no room rate.")
            }
        }
    }

    @Test func `shared keys`() throws {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        try JSONReader.read(#"{"name":"Grand"}"#, into: writer)
        let hotel = FleeceStorage(try writer.finish(), sharedKeys: keys.snapshot)
        #expect(hotel.rootDictionary?["name"]?.string == "Grand")
        let stored = try keys.snapshot.encoded()
        let table = try stored.withUnsafeBytes { try SharedKeys(encoded: $0) }
        print(table.name(for: 0) ?? "")  // name
        #expect(table.name(for: 0) == "name")
    }

    @Test func errors() {
        let writer = FleeceWriter()
        writer.beginArray()
        do {
            print(try writer.finish())
        } catch let error as FleeceError {
            print(error.message)  // a collection is still open
        } catch {
            print(error)
        }
        let error = FleeceError(.invalidData, "the hotel is damaged")
        print(error.reason == .invalidData)  // true
        #expect(error.reason == .invalidData)
    }
}
