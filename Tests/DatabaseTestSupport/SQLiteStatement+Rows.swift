package import QuireStore

extension SQLiteStatement {
    /// Returns the rows of a statement, with columns joined by `|` and bytes as `x'..'`.
    package func rows(columnCount: Int32) throws -> [String] {
        var rows: [String] = []
        while try step() {
            let columns = (0..<columnCount).map { column in
                switch type(at: column) {
                case .blob: "x'" + bytes(at: column).hexadecimal + "'"
                case .null: "NULL"
                default: string(at: column)
                }
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows
    }
}
