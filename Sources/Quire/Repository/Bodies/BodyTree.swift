import Fleece

/// A body, or a value in one, that is composed of stored values.
///
/// Only the containers that differ from the stored ones are expanded into cases.
indirect enum BodyTree {
    case stored(FleeceValue)
    case dictionary(BodyPairs)
    case array([BodyTree])

    /// Writes the value to a writer.
    ///
    /// - Parameter writer: The writer.
    func write(into writer: FleeceWriter) {
        switch self {
        case .stored(let value): writer.write(copyOf: value)
        case .array(let items):
            writer.beginArray()
            for item in items { item.write(into: writer) }
            writer.endArray()
        case .dictionary(let pairs):
            writer.beginDictionary()
            for (key, value) in pairs.all {
                writer.writeKey(key)
                value.write(into: writer)
            }
            writer.endDictionary()
        }
    }

    /// Returns the value in new storage.
    ///
    /// - Returns: The value.
    /// - Throws: `FleeceError` if a stored value is damaged or too deep.
    func finished() throws -> FleeceValue? {
        let writer = FleeceWriter()
        write(into: writer)
        return FleeceStorage(try writer.finish()).root
    }

    /// Creates a tree from an encodable value.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` of an optional type becomes null.
    ///   - encoder: The encoder.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    init(encoding value: some Encodable, by encoder: DocumentEncoder = DocumentEncoder()) throws {
        guard let item = try encoder.encodedItem(value) else {
            throw QuireError(
                .assertionFailed,
                "A value of type \(type(of: value)) cannot be stored: its encoding is empty.")
        }
        self = .stored(item)
    }
}

/// The key-value pairs of a dictionary, in insertion order.
///
/// The order ensures that the same changes produce the same bytes.
struct BodyPairs {
    private(set) var all: [(key: String, value: BodyTree)]

    init() { all = [] }

    init(_ dictionary: FleeceDictionary) {
        all = dictionary.map { ($0.key, .stored($0.value)) }
    }

    subscript(key: String) -> BodyTree? {
        get { all.first { $0.key == key }?.value }
        set {
            let index = all.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): all[index].value = value
            case (let index?, nil): all.remove(at: index)
            case (nil, let value?): all.append((key, value))
            case (nil, nil): break
            }
        }
    }
}
