import CSQLite

/// `quire_rank(matchinfo)`: how well a row fits a full-text query, from what `matchinfo` gives by
/// default: the numbers of phrases and of columns, and for each pair of them the hits in the row, in
/// all rows, and the number of rows with one.
enum FullTextRank {
    static let functions: [SQLiteFunction] = [
        SQLiteFunction("quire_rank", 1...1) { context, count, values in
            let call = SQLiteCall(context, count, values)
            let bytes = call[0].bytes
            func number(_ index: Int) -> UInt64 {
                guard (index + 1) * 4 <= bytes.count else { return 0 }
                return UInt64(bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            var rank = 0.0
            // The product of two numbers of 32 bits fits; what has no bytes counts nothing.
            let pairs = min(number(0) * number(1), UInt64(bytes.count / 12))
            for index in 0..<Int(pairs) {
                let everywhere = number(2 + 3 * index + 1)
                if everywhere > 0 { rank += Double(number(2 + 3 * index)) / Double(everywhere) }
            }
            sqlite3_result_double(context, rank)
        }
    ]
}
