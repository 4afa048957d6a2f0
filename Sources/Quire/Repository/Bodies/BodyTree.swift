import Fleece

/// A body, or a value in one, that is put together of stored values and opened only where it differs
/// from them.
indirect enum BodyTree {
    case stored(FleeceValue)
    case dictionary(BodyPairs)
    case array([BodyTree])

    /// Writes the value as a writer's next one.
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

    /// The value in a storage of its own.
    ///
    /// - Returns: The value.
    /// - Throws: `FleeceError` if a stored value is damaged or too deep.
    func finished() throws -> FleeceValue? {
        let writer = FleeceWriter()
        write(into: writer)
        return FleeceStorage(try writer.finish()).root
    }

    /// A value made of one that can be encoded.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` of an optional type becomes null.
    ///   - encoder: The encoder.
    /// - Throws: `EncodingError` if it has no stored form.
    init(encoding value: some Encodable, by encoder: DocumentEncoder = DocumentEncoder()) throws {
        // In an array, since an optional alone may encode nothing.
        guard let item = try encoder.encodeToFleece([value]).root?.array?.value(at: 0) else {
            throw QuireError(.assertionFailed, "A value of \(type(of: value)) has no stored form.")
        }
        self = .stored(item)
    }
}

/// The pairs of a dictionary in the order of their coming, so that the same changes give the same bytes.
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
