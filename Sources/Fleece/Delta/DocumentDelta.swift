// The changes between two bodies, in the JSON form of Couchbase Lite.
//
//   at a changed place   meaning
//   a scalar             the new value
//   [value]              the new value, which is an array or a dictionary
//   []                   the key is removed
//   {key: delta, …}      changes inside a dictionary; other keys are unchanged
//   {"2": delta, …}      changes inside an array, by index
//   {"3-": [value, …]}   the rest of an array, from this index on, is replaced
//   ["edits", 0, 2]      edits of a string, see TextDelta
//
// Other programs can also write [old, new] for a new value, and [old, 0, 0] for a removed key.
//
// Example: {"gone":[],"name":"Fjord","tags":{"1-":["sea"]}} changes {"gone":1,"name":"Ford","tags":["a"]}
// to {"name":"Fjord","tags":["a","sea"]}.

/// The changes of a value, as a tree with the form of the value.
indirect enum DocumentDelta {
    case replaced(FleeceValue)
    case removed
    case edited(TextDelta)
    case dictionary([(key: String, change: DocumentDelta)])
    /// The changes by index, and the values that replace those from an index on.
    case array([(index: Int, change: DocumentDelta)], rest: (index: Int, values: [FleeceValue])?)
}

/// An error in a delta that another program wrote.
package struct DeltaError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension FleeceDictionary {
    /// Returns the changes from this body to another one, as JSON.
    ///
    /// - Parameter new: The other body.
    /// - Returns: The JSON text of the delta, `{}` if the bodies are equal.
    /// - Throws: ``JSONError`` if JSON cannot represent a value, ``FleeceError`` if the delta is too deep.
    /// - Complexity: O(*n*) in the size of the bodies.
    package func delta(to new: FleeceDictionary) throws -> [UInt8] {
        let writer = FleeceWriter()
        if let delta = DocumentDelta(from: value, to: new.value) {
            delta.write(to: writer)
        } else {
            writer.beginDictionary()
            writer.endDictionary()
        }
        return Array(try FleeceStorage(writer.finish()).root?.json().utf8 ?? "{}".utf8)
    }
}

extension DocumentDelta {
    /// Finds the changes between two values, or returns `nil` if they are equal.
    init?(from old: FleeceValue, to new: FleeceValue) {
        if let old = old.dictionary, let new = new.dictionary {
            self.init(from: old, to: new)
        } else if let old = old.array, let new = new.array {
            self.init(from: old, to: new)
        } else if old.isSameScalar(as: new) {
            return nil
        } else if let old = old.string, let new = new.string,
            let edits = TextDelta(from: old, to: new)
        {
            self = .edited(edits)
        } else {
            self = .replaced(new)
        }
    }

    private init?(from old: FleeceDictionary, to new: FleeceDictionary) {
        let (former, latter) = (KeyedValues(old), KeyedValues(new))
        var changes: [(key: String, change: DocumentDelta)] = []
        for (key, value) in new {
            if let former = former[key] {
                if let change = DocumentDelta(from: former, to: value) {
                    changes.append((key, change))
                }
            } else {
                changes.append((key, .replaced(value)))
            }
        }
        for (key, _) in old where latter[key] == nil { changes.append((key, .removed)) }
        if changes.isEmpty { return nil }
        self = .dictionary(changes)
    }

    private init?(from old: FleeceArray, to new: FleeceArray) {
        let (old, new) = (Array(old), Array(new))
        var changes: [(index: Int, change: DocumentDelta)] = []
        for (index, (former, value)) in zip(old, new).enumerated() {
            if let change = DocumentDelta(from: former, to: value) {
                changes.append((index, change))
            }
        }
        let common = min(old.count, new.count)
        let rest = old.count == new.count ? nil : (common, Array(new[common...]))
        if changes.isEmpty, rest == nil { return nil }
        self = .array(changes, rest: rest)
    }

    func write(to writer: FleeceWriter) {
        switch self {
        case .replaced(let value):
            let needsArray = value.array != nil || value.dictionary != nil
            if needsArray { writer.beginArray() }
            writer.write(copyOf: value)
            if needsArray { writer.endArray() }
        case .removed:
            writer.beginArray()
            writer.endArray()
        case .edited(let edits):
            writer.beginArray()
            writer.write(edits.text)
            writer.write(Int64(0))
            writer.write(Int64(2))
            writer.endArray()
        case .dictionary(let changes):
            writer.beginDictionary()
            for (key, change) in changes {
                writer.writeKey(key)
                change.write(to: writer)
            }
            writer.endDictionary()
        case .array(let changes, let rest):
            writer.beginDictionary()
            for (index, change) in changes {
                writer.writeKey(String(index))
                change.write(to: writer)
            }
            if let rest {
                writer.writeKey("\(rest.index)-")
                writer.beginArray()
                for value in rest.values { writer.write(copyOf: value) }
                writer.endArray()
            }
            writer.endDictionary()
        }
    }
}

extension FleeceValue {
    /// Whether both values are equal scalars, also in their kinds, so that JSON writes them alike.
    fileprivate func isSameScalar(as other: FleeceValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .null, .undefined: return true
        case .boolean: return boolean == other.boolean
        case .integer: return int64 == other.int64 && uint64 == other.uint64
        case .float, .double: return double?.bitPattern == other.double?.bitPattern
        case .string:
            return withStringBytes { own in
                other.withStringBytes { own.elementsEqual($0) } ?? false
            } ?? false
        case .data:
            return withDataBytes { own in other.withDataBytes { own.elementsEqual($0) } ?? false }
                ?? false
        case .array, .dictionary: return false
        }
    }
}
