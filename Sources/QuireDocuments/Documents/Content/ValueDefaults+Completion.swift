package import Fleece

extension ValueDefaults {
    /// Returns whether a value has all keys that have a default value.
    package func isComplete(_ value: FleeceValue) -> Bool {
        NestedDefaults([self]).isComplete(value)
    }

    /// Writes a copy of a value with the default values of the keys that it lacks.
    ///
    /// - Parameters:
    ///   - value: A value of the type.
    ///   - writer: The writer that receives the copy.
    /// - Returns: The slot of the copy.
    package func encode(completing value: FleeceValue, into writer: FleeceWriter) -> FleeceSlot {
        NestedDefaults([self]).encode(completing: value, into: writer)
    }
}

/// The default values inside a value, which can refer to those of the values around it.
private struct NestedDefaults {
    /// The nodes from the outermost one to that of the value.
    private let nodes: [ValueDefaults]

    init(_ nodes: [ValueDefaults]) { self.nodes = nodes }

    func isComplete(_ value: FleeceValue) -> Bool {
        if case .types? = nodes.last {
            return renaming(of: value) == nil && typeDefaults(for: value)?.isComplete(value) ?? true
        }
        if let dictionary = value.dictionary, case .object(let properties)? = nodes.last {
            return properties.allSatisfy { key, property in
                guard let item = dictionary[key] else { return property.value == nil }
                return defaults(of: property.inside)?.isComplete(item) ?? true
            }
        }
        if let dictionary = value.dictionary {
            return dictionary.allSatisfy { defaults(forKey: $0)?.isComplete($1) ?? true }
        }
        guard let array = value.array else { return true }
        return array.enumerated().allSatisfy { defaults(at: $0)?.isComplete($1) ?? true }
    }

    func encode(completing value: FleeceValue, into writer: FleeceWriter) -> FleeceSlot {
        if case .types? = nodes.last {
            let defaults = typeDefaults(for: value) ?? NestedDefaults([])
            return defaults.encode(completing: value, renaming: renaming(of: value), into: writer)
        }
        return encode(completing: value, renaming: nil, into: writer)
    }

    /// Writes a copy of a value, in which the value of a key is replaced with a name.
    private func encode(
        completing value: FleeceValue, renaming: (key: String, name: String)?,
        into writer: FleeceWriter
    ) -> FleeceSlot {
        if let dictionary = value.dictionary {
            var slots = dictionary.flatMap { key, item in
                if let renaming, renaming.key == key {
                    return [writer.encodeKey(key), writer.encode(renaming.name)]
                }
                let copy =
                    defaults(forKey: key)?.encode(completing: item, into: writer)
                    ?? writer.encode(copyOf: item)
                return [writer.encodeKey(key), copy]
            }
            if case .object(let properties)? = nodes.last {
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
                defaults(at: index)?.encode(completing: item, into: writer)
                    ?? writer.encode(copyOf: item)
            })
    }

    /// Returns the defaults of the type whose name an object contains.
    private func typeDefaults(for value: FleeceValue) -> NestedDefaults? {
        guard case .types(let key, let types, let aliases)? = nodes.last,
            let name = value.dictionary?[key]?.string
        else { return nil }
        return defaults(of: types[aliases[name] ?? name])
    }

    /// Returns the key in which an object contains an alias of its type, and the type's own name.
    private func renaming(of value: FleeceValue) -> (key: String, name: String)? {
        guard case .types(let key, _, let aliases)? = nodes.last,
            let name = value.dictionary?[key]?.string, let ownName = aliases[name]
        else { return nil }
        return (key, ownName)
    }

    private func defaults(forKey key: String) -> NestedDefaults? {
        switch nodes.last {
        case .object(let properties): defaults(of: properties[key]?.inside)
        case .values(let node): defaults(of: node)
        default: nil
        }
    }

    private func defaults(at index: Int) -> NestedDefaults? {
        switch nodes.last {
        case .items(let node): defaults(of: node)
        case .positions(let positions): defaults(of: positions[index])
        default: nil
        }
    }

    /// Returns the defaults of a node inside the last one, or of the outer node that it refers to.
    private func defaults(of node: ValueDefaults?) -> NestedDefaults? {
        guard case .outer(let levels)? = node else {
            return node.map { NestedDefaults(nodes + [$0]) }
        }
        guard levels > 0, levels <= nodes.count else { return nil }
        return NestedDefaults(nodes.dropLast(levels - 1))
    }
}
