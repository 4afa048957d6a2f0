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
    /// - Parameters:
    ///   - writer: The writer that receives one value.
    ///   - document: A document whose key numbers the writer uses. Its values are copied without
    ///     looking up their keys.
    func write(into writer: FleeceWriter, numberedBy document: FleeceStorage? = nil) {
        switch self {
        case .stored(let value) where value.storage === document:
            writer.write(numberedCopyOf: value)
        case .stored(let value): writer.write(copyOf: value)
        case .array(let items):
            writer.beginArray()
            for item in items { item.write(into: writer, numberedBy: document) }
            writer.endArray()
        case .dictionary(let pairs): pairs.write(into: writer, numberedBy: document)
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
    ///   - encoder: The encoder, whose strategies apply to the value.
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

/// The key-value pairs of a dictionary: those of a stored dictionary, and changes of them.
struct BodyPairs {
    private let stored: FleeceDictionary?
    /// The changed pairs, with different keys.
    ///
    /// A removed pair has no value.
    private var changes: [(key: FleeceKey, value: BodyTree?)] = []

    init() { stored = nil }

    init(_ dictionary: FleeceDictionary) { stored = dictionary }

    /// All pairs: the unchanged ones in stored order, followed by the changed ones.
    ///
    /// The order ensures that the same changes produce the same bytes.
    var all: [(key: String, value: BodyTree)] {
        let changed = Set(changes.map(\.key))
        let unchanged = stored?.filter { !changed.contains(FleeceKey($0.key)) } ?? []
        return unchanged.map { ($0.key, .stored($0.value)) }
            + changes.compactMap { change in change.value.map { (change.key.name, $0) } }
    }

    subscript(key: String) -> BodyTree? {
        get {
            let key = FleeceKey(key)
            if let change = changes.first(where: { $0.key == key }) { return change.value }
            return stored?[key].map { .stored($0) }
        }
        set {
            let key = FleeceKey(key)
            if let index = changes.firstIndex(where: { $0.key == key }) {
                changes[index].value = newValue
            } else if newValue != nil || stored?[key] != nil {
                changes.append((key, newValue))
            }
        }
    }

    /// Writes a dictionary with the pairs.
    func write(into writer: FleeceWriter, numberedBy document: FleeceStorage?) {
        writer.beginDictionary()
        if let stored {
            writer.writePairs(
                of: stored, except: changes.map(\.key), keepsNumbers: stored.storage === document)
        }
        for (key, value) in changes {
            guard let value else { continue }
            writer.write(writer.encodeKey(key))
            value.write(into: writer, numberedBy: document)
        }
        writer.endDictionary()
    }
}
