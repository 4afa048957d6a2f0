import CSQLite

/// A list of integers in borrowed memory that a statement reads through ``EachTable``.
///
/// It is passed to SQLite as a pointer with a name, which SQL text cannot create.
struct NumberList {
    private static let name: StaticString = "quire_numbers"

    let numbers: UnsafeBufferPointer<Int64>

    fileprivate static func withName<R>(
        _ body: (UnsafePointer<CChar>) throws -> R
    ) rethrows -> R {
        // SQLite keeps the pointer to the name, and a static string is never moved or freed.
        try name.utf8Start.withMemoryRebound(
            to: CChar.self, capacity: name.utf8CodeUnitCount + 1, body)
    }
}

extension SQLiteStatement {
    /// Runs a closure with a list of integers bound to a placeholder, and then resets the
    /// statement.
    ///
    /// - Parameters:
    ///   - numbers: The integers.
    ///   - index: The placeholder's position, from 1.
    ///   - body: A closure that steps through the statement.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    package func withNumbers(
        _ numbers: ArraySlice<Int64>, at index: Int32, _ body: () throws -> Void
    ) throws {
        try numbers.withUnsafeBufferPointer { numbers in
            var list = NumberList(numbers: numbers)
            try withUnsafeMutablePointer(to: &list) { list in
                try NumberList.withName { try bind(pointer: list, named: $0, at: index) }
                // The statement must not keep the pointer after the integers are released.
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
    /// The list of integers, if the argument is one.
    var numbers: UnsafeBufferPointer<Int64>? {
        NumberList.withName { sqlite3_value_pointer(value, $0) }
            .map { $0.assumingMemoryBound(to: NumberList.self).pointee.numbers }
    }
}
