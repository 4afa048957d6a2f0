import Fleece

/// Gives the documents of a file one after the other; only one of them is in memory.
protocol RecordSource {
    /// The line that the last document began on, from 1.
    var line: Int { get }

    /// Reads the next document and writes it as a value.
    ///
    /// - Parameter writer: A writer with nothing in it.
    /// - Returns: `false` if there are no more.
    /// - Throws: ``RecordError`` if the document is wrong and what comes behind it can be read; what
    ///   was written of it has to be forgotten. ``Failure`` otherwise.
    mutating func readNext(into writer: FleeceWriter) throws -> Bool
}

/// A document of a file that is wrong.
struct RecordError: Error, Hashable {
    /// The line, from 1.
    let line: Int
    /// What is wrong: a phrase without a full stop.
    let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    init(_ error: JSONError, from line: Int = 1) {
        self.init(
            line: line + max(error.line, 1) - 1, "\(error.message), in column \(error.column)")
    }
}
