/// A writer for rows.
package protocol RowWriter {
    /// Prints a row with a value per column.
    mutating func write(_ row: [Cell]) throws
    /// Prints the end of the output after the last row.
    mutating func finish() throws
}
