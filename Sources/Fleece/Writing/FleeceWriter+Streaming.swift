extension FleeceWriter {
    /// Adds a previously written value to the open collection, or makes it the root.
    ///
    /// - Parameter slot: A slot returned by an `encode` method for this document.
    public func write(_ slot: FleeceSlot) {
        items.append(slot)
    }

    /// Writes `null`.
    public func writeNull() { write(.null) }

    /// Writes a Boolean.
    public func write(_ value: Bool) { write(encode(value)) }

    /// Writes an integer in the fewest bytes.
    public func write(_ value: Int64) { write(encode(value)) }

    /// Writes an integer in the fewest bytes.
    public func write(_ value: UInt64) { write(encode(value)) }

    /// Writes a double.
    ///
    /// A value that is exactly representable as a float takes 4 bytes, but remains a double.
    public func write(_ value: Double) { write(encode(value)) }

    /// Writes a float.
    public func write(_ value: Float) { write(encode(value)) }

    /// Writes a string.
    public func write(_ value: String) { write(encode(value)) }

    /// Writes a string given in UTF-8.
    ///
    /// The bytes are not validated.
    public func write(utf8 value: UnsafeRawBufferPointer) { write(encode(utf8: value)) }

    /// Writes data.
    public func write(data value: UnsafeRawBufferPointer) { write(encode(data: value)) }

    /// Writes the key of the next value.
    ///
    /// A dictionary must be open.
    public func writeKey(_ key: String) { write(encodeKey(key)) }

    /// Writes the key of the next value, given in UTF-8.
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

    /// Ends the innermost open collection, an array, and adds it to the enclosing collection.
    public func endArray() { end(isDictionary: false) }

    /// Ends the innermost open collection, a dictionary, and adds it to the enclosing collection.
    ///
    /// If a key occurs several times, the last pair wins.
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
        // Encoding the items does not change the stack.
        let slot = encodeItems(items.elements(from: frame.firstItem), isDictionary)
        items.removeAll(from: frame.firstItem)
        items.append(slot)
    }

    /// Finishes the document and returns its bytes.
    ///
    /// The writer is then ready for the next document.
    ///
    /// ```swift
    /// writer.write("Grand")
    /// let name42 = FleeceStorage(try writer.finish()).root?.string
    /// ```
    ///
    /// - Returns: The bytes. Their number is even and at least two.
    /// - Throws: ``FleeceError``: the first failure of the document, or `misuse` if it doesn't have
    ///   exactly one root or a collection is still open.
    public func finish() throws -> [UInt8] {
        try withFinishedBytes { Array($0) }
    }

    /// Finishes the document and calls a closure with its bytes, without copying them.
    ///
    /// The writer is then ready for the next document.
    ///
    /// - Parameter body: A closure that must not store the pointer or use the writer.
    /// - Returns: The return value of `body`.
    /// - Throws: Any error that `body` throws, or ``FleeceError``: the first failure of the
    ///   document, or `misuse` if it doesn't have exactly one root or a collection is still open.
    public func withFinishedBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        defer { reset() }
        if frames.count > 0 { fail(.misuse, "a collection is still open") }
        if items.count != 1 { fail(.misuse, "the document has \(items.count) roots") }
        if let failure { throw failure }
        if let root = items.popLast() { encodeRoot(root) }
        if let failure { throw failure }
        return try body(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
