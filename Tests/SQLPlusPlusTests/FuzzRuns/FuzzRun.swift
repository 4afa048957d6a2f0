import SQLPlusPlus

/// A check of operations on untrusted text, for the fuzzer and the tests.
///
/// A run uses only the public API and ends for every input. It throws a ``FuzzFailure`` if an
/// invariant is violated; rejecting the input is not a failure.
enum FuzzRun: String, CaseIterable, Sendable {
    /// Parses the bytes as a statement, an expression and a path.
    case parser = "sqlpp-parser"

    func run(_ bytes: UnsafeRawBufferPointer) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try Self.walk(text) { try SelectStatement.parse($0) }
        try Self.walk(text) { try QueryTerm.parse($0) }
        try Self.walk(text) { try PropertyPath($0) }
        if let statement = try? SelectStatement.parse(text) {
            let columnNames = statement.columnNames
            try require(Set(columnNames).count == columnNames.count, "titles of columns differ")
            let size = statement.terms.reduce(0) { $0 + Self.size($1) }
            try require(size <= 4 * text.utf8.count, "a tree is not larger than its text")
        }
    }

    /// Requires that a parsed text prints as a text that parses to the same tree.
    private static func walk<Tree: Equatable & CustomStringConvertible>(
        _ text: String, _ parse: (String) throws -> Tree
    ) throws {
        do {
            let tree = try parse(text)
            let printed = tree.description
            guard let again = try? parse(printed) else {
                throw FuzzFailure("what is printed can be read: \(printed)")
            }
            try require(again == tree, "what is printed reads the same: \(printed)")
            try require(again.description == printed, "it prints the same: \(printed)")
        } catch let error as SQLPlusPlusError {
            try require(
                (0...text.utf8.count).contains(error.offset) && error.line > 0 && error.column > 0,
                "the place of an error is in the text")
        }
    }

    private static func size(_ term: QueryTerm) -> Int {
        term.children.reduce(1) { $0 + size($1) }
    }
}

/// A violated invariant.
struct FuzzFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws if a condition is false.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
    if !condition { throw FuzzFailure("broken: " + promise()) }
}
