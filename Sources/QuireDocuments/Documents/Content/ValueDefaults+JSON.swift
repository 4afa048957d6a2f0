package import Fleece

extension ValueDefaults {
    /// Creates the defaults from their JSON.
    ///
    /// - Parameter value: The root of the JSON. If it has another form, the result is `nil`.
    package init?(_ value: FleeceValue?) {
        guard let node = value?.dictionary else { return nil }
        if let levels = node["outer"]?.int64.flatMap({ Int(exactly: $0) }) {
            self = .outer(levels)
        } else if let items = ValueDefaults(node["items"]) {
            self = .items(items)
        } else if let values = ValueDefaults(node["values"]) {
            self = .values(values)
        } else if let key = node["key"]?.string, let types = node["types"]?.dictionary {
            let pairs = types.compactMap { name, value in
                ValueDefaults(value).map { (name, $0) }
            }
            let aliases = (node["aliases"]?.dictionary).map { aliases in
                aliases.compactMap { alias, name in name.string.map { (alias, $0) } }
            }
            self = .types(
                key: key, Dictionary(pairs) { first, _ in first },
                aliases: Dictionary(aliases ?? []) { first, _ in first })
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
        guard let form = exactForm, form.containsValue else { return nil }
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
        case .types(let key, let types, let aliases):
            let exact = types.compactMapValues(\.exactForm)
            return exact.isEmpty && aliases.isEmpty
                ? nil : .types(key: key, exact, aliases: aliases)
        case .outer: return self
        }
    }

    private func encode(into writer: FleeceWriter) -> FleeceSlot {
        func node(_ key: String, _ slot: FleeceSlot) -> FleeceSlot {
            writer.encodeDictionary([writer.encodeKey(key), slot])
        }
        switch self {
        case .outer(let levels): return node("outer", writer.encode(Int64(levels)))
        case .types(let key, let types, let aliases):
            let pairs = types.flatMap { name, inside in
                [writer.encodeKey(name), inside.encode(into: writer)]
            }
            let names = aliases.flatMap { [writer.encodeKey($0), writer.encode($1)] }
            return writer.encodeDictionary([
                writer.encodeKey("key"), writer.encode(key),
                writer.encodeKey("types"), writer.encodeDictionary(pairs),
                writer.encodeKey("aliases"), writer.encodeDictionary(names),
            ])
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
