extension FleeceWriter {
    /// Adds a value written before to the open collection, or makes it the root.
    ///
    /// - Parameter slot: What an `encode` call of this document gave.
    public func write(_ slot: FleeceSlot) {
        items.append(slot)
    }

    /// Writes `null`.
    public func writeNull() { write(.null) }

    /// Writes a truth value.
    public func write(_ value: Bool) { write(encode(value)) }

    /// Writes an integer in the fewest bytes.
    public func write(_ value: Int64) { write(encode(value)) }

    /// Writes an integer in the fewest bytes.
    public func write(_ value: UInt64) { write(encode(value)) }

    /// Writes a double, in 4 bytes if that loses nothing.
    ///
    /// It stays a double.
    public func write(_ value: Double) { write(encode(value)) }

    /// Writes a float.
    public func write(_ value: Float) { write(encode(value)) }

    /// Writes a string.
    public func write(_ value: String) { write(encode(value)) }

    /// Writes text given in UTF-8.
    ///
    /// The bytes are not examined.
    public func write(utf8 value: UnsafeRawBufferPointer) { write(encode(utf8: value)) }

    /// Writes bytes.
    public func write(data value: UnsafeRawBufferPointer) { write(encode(data: value)) }

    /// Writes the key of the value that comes next; a dictionary must be open.
    public func writeKey(_ key: String) { write(encodeKey(key)) }

    /// Writes the key of the value that comes next, given in UTF-8.
    public func writeKey(utf8 key: UnsafeRawBufferPointer) { write(encodeKey(utf8: key)) }

    /// Begins an array.
    public func beginArray() { begin(isDictionary: false) }

    /// Begins a dictionary.
    public func beginDictionary() { begin(isDictionary: true) }

    private func begin(isDictionary: Bool) {
        if frames.count >= Self.maximumDepth {
            fail(.tooDeep, "collections are nested more than \(Self.maximumDepth) levels deep")
        }
        frames.append(Frame(firstItem: items.count, isDictionary: isDictionary))
    }

    /// Ends the array that was begun last and adds it to the collection around it.
    public func endArray() { end(isDictionary: false) }

    /// Ends the dictionary that was begun last and adds it to the collection around it.
    ///
    /// Of several pairs with the same key the last one counts.
    public func endDictionary() { end(isDictionary: true) }

    private func end(isDictionary: Bool) {
        guard let frame = frames.popLast(), frame.isDictionary == isDictionary else {
            return fail(.misuse, "a collection was ended that was not begun")
        }
        let count = items.count - frame.firstItem
        if isDictionary, !count.isMultiple(of: 2) {
            fail(.misuse, "the last key of a dictionary has no value")
            items.append(.null)
        }
        let slot = items.withUnsafeMutableBufferPointer {
            encodeItems(UnsafeMutableBufferPointer(rebasing: $0[frame.firstItem...]), isDictionary)
        }
        items.removeLast(items.count - frame.firstItem)
        items.append(slot)
    }

    /// Ends the document and returns its bytes.
    ///
    /// The writer is then ready for the next document.
    ///
    /// - Returns: The bytes, of an even number and at least two.
    /// - Throws: ``FleeceError``: the first failure since the document began, or `misuse` if there is
    ///   not exactly one root or a collection is still open.
    public func finish() throws -> [UInt8] {
        try withFinishedBytes { Array($0) }
    }

    /// Ends the document and calls a closure with its bytes, without a copy.
    ///
    /// The writer is then ready for the next document.
    ///
    /// - Parameter body: A closure that must not keep the pointer or use the writer.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``FleeceError``: the first failure since the document
    ///   began, or `misuse` if there is not exactly one root or a collection is still open.
    public func withFinishedBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        defer { reset() }
        if !frames.isEmpty { fail(.misuse, "a collection is still open") }
        if items.count != 1 { fail(.misuse, "the document has \(items.count) roots") }
        if let failure { throw failure }
        encodeRoot(items[0])
        if let failure { throw failure }
        return try body(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
