import Fleece
import Foundation

/// A reader that determines the schema of a type from a sample.
struct SchemaReader {
    private let notes: [[String]: SampleNotes]
    private let keys: KeyStrategy

    /// Returns the properties of a type.
    ///
    /// - Parameter type: The type of a document.
    /// - Returns: The properties, sorted by key.
    /// - Throws: ``QuireError`` with code `unsupportedOperation`.
    static func fields<Value: Codable>(of type: Value.Type) throws -> [FieldSchema] {
        let keys = KeyStrategy.declared(by: type)
        let sampler = ModelSampler(keys: keys)
        do {
            let sample = try sampler.make(type)
            let writer = FleeceWriter()
            _ = try DocumentEncoder(keys: keys).encode(sample, into: writer, discriminator: nil)
            let body = FleeceStorage(try writer.finish()).root
            return SchemaReader(notes: sampler.notes, keys: keys).fields(of: body, at: [])
        } catch {
            throw QuireError(
                .unsupportedOperation, "The schema of \(type) cannot be determined: \(error)",
                underlyingError: error)
        }
    }

    private func fields(of object: FleeceValue?, at location: [String]) -> [FieldSchema] {
        var fields: [FieldSchema] = []
        if let object = object?.dictionary {
            for (key, value) in object { fields.append(field(key, value, at: location + [key])) }
        }
        // Add the keys with recursive types, because a sample does not contain their values.
        for (other, note) in notes where note.isRecursive && other.dropLast() == location[...] {
            guard let key = other.last, !fields.contains(where: { $0.key == key }) else { continue }
            fields.append(field(key, nil, at: other))
        }
        return fields.sorted { $0.key < $1.key }
    }

    private func field(_ key: String, _ value: FleeceValue?, at location: [String]) -> FieldSchema {
        let note = notes[location] ?? SampleNotes()
        var field = FieldSchema(
            key: key, type: .unknown,
            isOptional: note.isOptional || note.types.contains { $0 is any NilTestable.Type },
            hasDefault: hasDefault(key, at: location), cases: [], fields: [])
        describe(value, note: note, at: location, in: &field)
        return field
    }

    private func describe(
        _ value: FleeceValue?, note: SampleNotes, at location: [String],
        in field: inout FieldSchema
    ) {
        for type in note.types {
            if let leaf = Self.leaves[ObjectIdentifier(type)] {
                field.type = leaf
                return
            }
            let cases = Self.cases(of: type)
            guard cases.isEmpty else {
                field.type = .enumeration
                field.cases = cases
                return
            }
        }
        guard let value else {
            field.type = .recursive
            return
        }
        if !note.choices.isEmpty, value.dictionary != nil {
            field.type = .union
            field.cases = note.choices.sorted()
            return
        }
        switch value.kind {
        case .dictionary: describeObject(value, note: note, at: location, in: &field)
        case .array:
            field.type = .array
            describeItem(
                key: "[]", item: value.array?.value(at: 0), at: location + ["[0]"], in: &field)
        case .boolean: field.type = .boolean
        case .integer: field.type = .int64
        case .float: field.type = .float
        case .double: field.type = .double
        case .string: field.type = .string
        case .data: field.type = .data
        case .null, .undefined: field.type = .unknown
        }
    }

    private func describeObject(
        _ value: FleeceValue, note: SampleNotes, at location: [String], in field: inout FieldSchema
    ) {
        guard note.types.contains(where: { $0 is any WholeDictionary.Type }) else {
            field.type = .object
            field.fields = fields(of: value, at: location)
            return
        }
        field.type = .dictionary
        let item = value.dictionary?.first { _ in true }?.value
        describeItem(key: "*", item: item, at: location + ModelSampler.dictionaryValue, in: &field)
    }

    /// Describes the elements of an array or a dictionary.
    ///
    /// If the elements are of a recursive type, the sample does not contain them.
    private func describeItem(
        key: String, item: FleeceValue?, at location: [String], in field: inout FieldSchema
    ) {
        guard item != nil || notes[location]?.isRecursive == true else { return }
        field.fields = [self.field(key, item, at: location)]
    }

    private func hasDefault(_ key: String, at location: [String]) -> Bool {
        let owners = notes[location.dropLast()]?.types ?? []
        return owners.contains { DeclaredDefaults.containValue(stored: key, of: $0, keys) }
    }

    /// Returns the stored values of an enumeration without associated values, as strings.
    private static func cases(of type: Any.Type) -> [String] {
        func cases<Cases: Encodable>(of type: Cases.Type) -> [String] {
            EnumerationCases.all(of: type).compactMap { value in
                let item = try? DocumentEncoder().encodedItem(value)
                return item?.string ?? (try? item?.json(.canonical))
            }.sorted()
        }
        return (type as? any Encodable.Type).map { cases(of: $0) } ?? []
    }

    private static let leaves: [ObjectIdentifier: StoredType] = {
        var leaves: [ObjectIdentifier: StoredType] = [
            ObjectIdentifier(Bool.self): .boolean,
            ObjectIdentifier(String.self): .string,
            ObjectIdentifier(Double.self): .double,
            ObjectIdentifier(Float.self): .float,
            ObjectIdentifier(Int.self): .int64,
            ObjectIdentifier(Int8.self): StoredType(integerOf: 8),
            ObjectIdentifier(Int16.self): StoredType(integerOf: 16),
            ObjectIdentifier(Int32.self): StoredType(integerOf: 32),
            ObjectIdentifier(Int64.self): .int64,
            ObjectIdentifier(UInt.self): StoredType(integerOf: 64, isSigned: false),
            ObjectIdentifier(UInt8.self): StoredType(integerOf: 8, isSigned: false),
            ObjectIdentifier(UInt16.self): StoredType(integerOf: 16, isSigned: false),
            ObjectIdentifier(UInt32.self): StoredType(integerOf: 32, isSigned: false),
            ObjectIdentifier(UInt64.self): StoredType(integerOf: 64, isSigned: false),
            ObjectIdentifier(Date.self): .date,
            ObjectIdentifier(Data.self): .data,
            ObjectIdentifier(URL.self): .url,
            ObjectIdentifier(UUID.self): .uuid,
            ObjectIdentifier(Decimal.self): .decimal,
            ObjectIdentifier(Blob.self): .blob,
        ]
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            leaves[ObjectIdentifier(Int128.self)] = StoredType(integerOf: 128)
            leaves[ObjectIdentifier(UInt128.self)] = StoredType(integerOf: 128, isSigned: false)
        }
        return leaves
    }()
}

extension StoredType {
    /// Creates an integer type.
    ///
    /// - Parameters:
    ///   - bits: The number of bits.
    ///   - isSigned: Whether the integer is signed.
    init(integerOf bits: Int, isSigned: Bool = true) {
        self.init(rawValue: "\(isSigned ? "int" : "uint")\(bits)")
    }
}
