import CSQLite

/// Whole numbers that a statement goes through with ``EachTable``, from where they lie.
///
/// It is passed as a pointer with a name, which no SQL can make.
struct NumberList {
    private static let name: StaticString = "quire_numbers"

    let numbers: UnsafeBufferPointer<Int64>

    fileprivate static func withName<R>(
        _ body: (UnsafePointer<CChar>) throws -> R
    ) rethrows -> R {
        // SQLite keeps the name: a constant lies where it lies for ever.
        try name.utf8Start.withMemoryRebound(
            to: CChar.self, capacity: name.utf8CodeUnitCount + 1, body)
    }
}

extension SQLiteStatement {
    /// Runs a closure while a placeholder stands for numbers; the statement is reset at its end.
    ///
    /// - Parameters:
    ///   - numbers: The numbers.
    ///   - index: The placeholder's position, from 1.
    ///   - body: A closure that steps through the statement.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses.
    func withNumbers(
        _ numbers: ArraySlice<Int64>, at index: Int32, _ body: () throws -> Void
    ) throws {
        try numbers.withUnsafeBufferPointer { numbers in
            var list = NumberList(numbers: numbers)
            try withUnsafeMutablePointer(to: &list) { list in
                try NumberList.withName { try bind(pointer: list, named: $0, at: index) }
                // Nothing of the statement may know the numbers after their time.
                defer {
                    reset()
                    try? bindNull(at: index)
                }
                try body()
            }
        }
    }
}

extension SQLiteArgument {
    /// The numbers that this stands for, if it does.
    var numbers: UnsafeBufferPointer<Int64>? {
        NumberList.withName { sqlite3_value_pointer(value, $0) }
            .map { $0.assumingMemoryBound(to: NumberList.self).pointee.numbers }
    }
}
