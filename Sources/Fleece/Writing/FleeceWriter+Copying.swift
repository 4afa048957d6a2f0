extension FleeceWriter {
    /// Writes a copy of a value of another document and returns its slot.
    ///
    /// Keys are looked up again, so the copy has this writer's key numbers. The copy of a value that
    /// is nested too deep, or is damaged, is remembered as a failure.
    ///
    /// - Parameter value: A value of any kind.
    /// - Returns: The slot of the copy.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(copyOf value: FleeceValue) -> FleeceSlot {
        var budget = VisitBudget(value)
        return copy(value, depth: 0, &budget)
    }

    /// Writes a copy of a value of another document.
    public func write(copyOf value: FleeceValue) { write(encode(copyOf: value)) }

    private func copy(_ value: FleeceValue, depth: Int, _ budget: inout VisitBudget) -> FleeceSlot {
        let copy =
            switch value.kind {
            case .null: FleeceSlot.null
            case .undefined: FleeceSlot(inline: 0x3C00)
            case .boolean: value.boolean.map(encode)
            case .integer: value.int64.map(encode) ?? value.uint64.map(encode)
            case .float: value.double.map { encode(Float($0)) }
            case .double: value.double.map(encode)
            case .string:
                value.withStringBytes { charge($0.count, &budget) ? encodeString($0) : .null }
            case .data: value.withDataBytes { charge($0.count, &budget) ? encode(data: $0) : .null }
            case .array, .dictionary: copyCollection(value, depth: depth, &budget)
            }
        if let copy { return charge(0, &budget) ? copy : .null }
        fail(.invalidData, "a value to be copied is damaged")
        return .null
    }

    private func charge(_ bytes: Int, _ budget: inout VisitBudget) -> Bool {
        if budget.allows(bytes: bytes) { return true }
        fail(.tooLarge, "a value to be copied has more in it than its bytes could sensibly hold")
        return false
    }

    private func copyCollection(
        _ value: FleeceValue, depth: Int, _ budget: inout VisitBudget
    ) -> FleeceSlot? {
        guard depth < Self.maximumDepth else {
            fail(.tooDeep, "collections are nested more than \(Self.maximumDepth) levels deep")
            return .null
        }
        // Charged before it is entered: what a collection holds may be without end.
        guard charge(0, &budget) else { return .null }
        if let array = value.array {
            return encodeArray(array.map { copy($0, depth: depth + 1, &budget) })
        }
        return value.dictionary.map { dictionary in
            var pairs: [FleeceSlot] = []
            for (key, value) in dictionary {
                guard charge(key.utf8.count, &budget) else { break }
                pairs.append(encodeKey(key))
                pairs.append(copy(value, depth: depth + 1, &budget))
            }
            return encodeDictionary(pairs)
        }
    }
}
