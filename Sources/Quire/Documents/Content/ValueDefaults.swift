import Fleece

/// The default values of keys inside the stored form of a type.
///
/// A decoder uses them in place of missing keys. A query that compares whole values needs them, because a
/// stored value without such a key equals a value that has the default value.
///
/// As JSON, in which a query contains them, the defaults of an array of objects with the keys
/// `currency` and `tax`, and an object in the key `owner`, are:
///
/// ```json
/// {"items": {"object": {
///     "currency": {"default": "EUR"},
///     "tax": {"default": 0.25},
///     "owner": {"inside": {"object": {"country": {"default": "NO"}}}}
/// }}}
/// ```
package indirect enum ValueDefaults: Sendable {
    /// A key of an object.
    package struct Property: Sendable {
        /// The default value, or `nil` if the key has none.
        package var value: FleeceValue?
        /// The defaults inside the value.
        package var inside: ValueDefaults?

        package init(value: FleeceValue?, inside: ValueDefaults?) {
            self.value = value
            self.inside = inside
        }
    }

    /// The keys of an object.
    case object([String: Property])
    /// All values of a dictionary, whose keys can be any.
    case values(ValueDefaults)
    /// All items of an array.
    case items(ValueDefaults)
    /// The items at some positions of an array whose items have different meanings.
    case positions([Int: ValueDefaults])

    /// Returns whether a value has all keys that have a default value.
    package func isComplete(_ value: FleeceValue) -> Bool {
        switch self {
        case .object(let properties):
            guard let dictionary = value.dictionary else { return true }
            return properties.allSatisfy { key, property in
                dictionary[key].map { property.inside?.isComplete($0) ?? true }
                    ?? (property.value == nil)
            }
        case .values(let inside):
            return value.dictionary?.allSatisfy { inside.isComplete($1) } ?? true
        case .items(let inside): return value.array?.allSatisfy(inside.isComplete) ?? true
        case .positions(let positions):
            guard let array = value.array else { return true }
            return positions.allSatisfy { index, inside in
                index >= array.count || inside.isComplete(array[index])
            }
        }
    }

    /// Writes a copy of a value with the default values of the keys that it lacks.
    ///
    /// - Parameters:
    ///   - value: A value of the type.
    ///   - writer: The writer.
    /// - Returns: The slot of the copy.
    package func encode(completing value: FleeceValue, into writer: FleeceWriter) -> FleeceSlot {
        if let dictionary = value.dictionary {
            var slots = dictionary.flatMap { key, item in
                let copy =
                    inside(forKey: key)?.encode(completing: item, into: writer)
                    ?? writer.encode(copyOf: item)
                return [writer.encodeKey(key), copy]
            }
            if case .object(let properties) = self {
                for (key, property) in properties.sorted(by: { $0.key < $1.key }) {
                    guard let value = property.value, dictionary[key] == nil else { continue }
                    slots += [writer.encodeKey(key), writer.encode(copyOf: value)]
                }
            }
            return writer.encodeDictionary(slots)
        }
        guard let array = value.array else { return writer.encode(copyOf: value) }
        return writer.encodeArray(
            array.enumerated().map { index, item in
                inside(at: index)?.encode(completing: item, into: writer)
                    ?? writer.encode(copyOf: item)
            })
    }

    private func inside(forKey key: String) -> ValueDefaults? {
        switch self {
        case .object(let properties): properties[key]?.inside
        case .values(let inside): inside
        case .items, .positions: nil
        }
    }

    private func inside(at index: Int) -> ValueDefaults? {
        switch self {
        case .items(let inside): inside
        case .positions(let positions): positions[index]
        case .object, .values: nil
        }
    }
}

extension ValueDefaults {
    /// Creates the defaults from their JSON.
    ///
    /// - Parameter value: The root of the JSON. If it has another form, the result is `nil`.
    package init?(_ value: FleeceValue?) {
        guard let node = value?.dictionary else { return nil }
        if let items = ValueDefaults(node["items"]) {
            self = .items(items)
        } else if let values = ValueDefaults(node["values"]) {
            self = .values(values)
        } else if let positions = node["positions"]?.dictionary {
            let pairs = positions.compactMap { key, value in
                Int(key).flatMap { index in ValueDefaults(value).map { (index, $0) } }
            }
            self = .positions(Dictionary(pairs.filter { $0.0 >= 0 }) { first, _ in first })
        } else if let object = node["object"]?.dictionary {
            let pairs = object.map { key, value in
                let parts = value.dictionary
                return (
                    key,
                    Property(value: parts?["default"], inside: ValueDefaults(parts?["inside"]))
                )
            }
            self = .object(Dictionary(pairs) { first, _ in first })
        } else {
            return nil
        }
    }

    /// The JSON of the defaults whose values JSON represents exactly, or `nil` if there are none.
    ///
    /// It is canonical JSON, which has all digits of a `Float`.
    package var json: String? {
        guard let form = exactForm else { return nil }
        let writer = FleeceWriter()
        writer.write(form.encode(into: writer))
        return try? FleeceStorage(writer.finish()).root?.json(.canonical)
    }

    /// The defaults without those that contain data.
    private var exactForm: ValueDefaults? {
        switch self {
        case .object(let properties):
            let exact = properties.compactMapValues { property in
                let value = property.value.flatMap { $0.containsData ? nil : $0 }
                let inside = property.inside?.exactForm
                return value == nil && inside == nil ? nil : Property(value: value, inside: inside)
            }
            return exact.isEmpty ? nil : .object(exact)
        case .values(let inside): return inside.exactForm.map { .values($0) }
        case .items(let inside): return inside.exactForm.map { .items($0) }
        case .positions(let positions):
            let exact = positions.compactMapValues(\.exactForm)
            return exact.isEmpty ? nil : .positions(exact)
        }
    }

    private func encode(into writer: FleeceWriter) -> FleeceSlot {
        func node(_ key: String, _ slot: FleeceSlot) -> FleeceSlot {
            writer.encodeDictionary([writer.encodeKey(key), slot])
        }
        switch self {
        case .values(let inside): return node("values", inside.encode(into: writer))
        case .items(let inside): return node("items", inside.encode(into: writer))
        case .positions(let positions):
            let pairs = positions.flatMap { index, inside in
                [writer.encodeKey("\(index)"), inside.encode(into: writer)]
            }
            return node("positions", writer.encodeDictionary(pairs))
        case .object(let properties):
            let pairs = properties.flatMap { key, property in
                var parts: [FleeceSlot] = []
                if let value = property.value {
                    parts += [writer.encodeKey("default"), writer.encode(copyOf: value)]
                }
                if let inside = property.inside {
                    parts += [writer.encodeKey("inside"), inside.encode(into: writer)]
                }
                return [writer.encodeKey(key), writer.encodeDictionary(parts)]
            }
            return node("object", writer.encodeDictionary(pairs))
        }
    }
}

extension FleeceValue {
    fileprivate var containsData: Bool {
        switch kind {
        case .data: true
        case .array: array?.contains(where: \.containsData) ?? false
        case .dictionary: dictionary?.contains { $1.containsData } ?? false
        default: false
        }
    }
}
