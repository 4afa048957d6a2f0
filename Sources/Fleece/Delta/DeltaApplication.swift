extension FleeceDictionary {
    /// Applies a delta, which is not trusted.
    ///
    /// The result is at most as large as this body and the delta together.
    ///
    /// - Parameter delta: The delta, as read from JSON.
    /// - Returns: The bytes of the changed body.
    /// - Throws: ``DeltaError`` if the delta is not one of this body, ``FleeceError`` if the result is too
    ///   deep.
    /// - Complexity: O(*n*) in the size of the body and of the delta.
    package func applying(_ delta: FleeceValue) throws -> [UInt8] {
        guard let changes = delta.dictionary else {
            throw DeltaError("the delta is not a dictionary")
        }
        let application = DeltaApplication(writer: FleeceWriter())
        try application.apply(changes, to: self)
        return try application.writer.finish()
    }
}

/// Writes values to which a delta is applied.
private struct DeltaApplication {
    let writer: FleeceWriter

    func apply(_ changes: FleeceDictionary, to old: FleeceDictionary) throws {
        let (former, changed) = (KeyedValues(old), KeyedValues(changes))
        writer.beginDictionary()
        for (key, value) in old {
            guard let change = changed[key] else {
                writer.writeKey(key)
                writer.write(copyOf: value)
                continue
            }
            if isRemoval(change) { continue }
            writer.writeKey(key)
            try apply(change, to: value)
        }
        for (key, change) in changes where former[key] == nil {
            guard !isRemoval(change) else { throw DeltaError("a removed key does not exist") }
            writer.writeKey(key)
            try apply(change, to: nil)
        }
        writer.endDictionary()
    }

    private func isRemoval(_ change: FleeceValue) -> Bool {
        guard let items = change.array else { return false }
        return items.count == 0 || items.count == 3 && items[2].int64 == 0
    }

    private func apply(_ change: FleeceValue, to old: FleeceValue?) throws {
        if let changes = change.dictionary {
            if let dictionary = old?.dictionary {
                try apply(changes, to: dictionary)
            } else if let array = old?.array {
                try apply(changes, to: array)
            } else {
                throw DeltaError("a changed value is neither a dictionary nor an array")
            }
        } else if let items = change.array {
            try apply(items, to: old)
        } else {
            writer.write(copyOf: change)
        }
    }

    private func apply(_ items: FleeceArray, to old: FleeceValue?) throws {
        switch items.count {
        case 1: writer.write(copyOf: items[0])
        case 2: writer.write(copyOf: items[1])
        case 3 where items[2].int64 == 2:
            guard let edits = items[0].string, let old = old?.string else {
                throw DeltaError("an edited value is not a string")
            }
            writer.write(try TextDelta.apply(edits, to: old))
        default: throw DeltaError("a change is of an unknown kind, or removes an item of an array")
        }
    }

    private func apply(_ changes: FleeceDictionary, to old: FleeceArray) throws {
        var byIndex: [Int: FleeceValue] = [:]
        var end = old.count
        var rest: FleeceArray?
        for (key, change) in changes {
            let isRest = key.utf8.last == UInt8(ascii: "-")
            guard let index = Int(isRest ? key.dropLast() : key[...]), 0...old.count ~= index else {
                throw DeltaError("a key of a changed array is not one of its indexes")
            }
            if isRest {
                guard rest == nil, let values = change.array else {
                    throw DeltaError("the rest of an array is not an array")
                }
                (end, rest) = (index, values)
            } else {
                byIndex[index] = change
            }
        }
        guard byIndex.keys.allSatisfy({ $0 < end }) else {
            throw DeltaError("a key of a changed array is not one of its indexes")
        }
        writer.beginArray()
        for index in 0..<end {
            if let change = byIndex[index] {
                try apply(change, to: old[index])
            } else {
                writer.write(copyOf: old[index])
            }
        }
        for value in rest.map({ Array($0) }) ?? [] { writer.write(copyOf: value) }
        writer.endArray()
    }
}
