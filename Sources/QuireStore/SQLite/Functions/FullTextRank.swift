import CSQLite

/// The function `quire_rank(matchinfo)`: how well a row matches a full-text query.
///
/// Its argument is the default result of `matchinfo`: the number of phrases, the number of columns,
/// and for each pair of them the number of hits in the row, the number of hits in all rows, and the
/// number of rows with a hit.
enum FullTextRank {
    static let functions: [SQLiteFunction] = [
        SQLiteFunction("quire_rank", arguments: 1...1) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            let bytes = call[0].bytes
            func number(_ index: Int) -> UInt64 {
                guard (index + 1) * 4 <= bytes.count else { return 0 }
                return UInt64(bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            var rank = 0.0
            // The product of two 32-bit integers does not overflow. Pairs without bytes are
            // ignored.
            let pairs = min(number(0) * number(1), UInt64(bytes.count / 12))
            for index in 0..<Int(pairs) {
                let everywhere = number(2 + 3 * index + 1)
                if everywhere > 0 { rank += Double(number(2 + 3 * index)) / Double(everywhere) }
            }
            sqlite3_result_double(context, rank)
        }
    ]
}
