public import Foundation
import SQLPlusPlus

// The year, month and day of a date are the beginning of its stored text. Their texts have the order
// of time.
//
// Example: `$0.date.month` is REGEXP_REPLACE(date, '^(.{7}).*$', '$1'), which is `2026-11`.

extension QueryField where Value == Date {
    /// The year in UTC as text, such as `2026`.
    public var year: QueryField<Root, String> { beginning(length: 4) }

    /// The year and month in UTC as text, such as `2026-11`.
    public var month: QueryField<Root, String> { beginning(length: 7) }

    /// The year, month and day in UTC as text, such as `2026-11-28`.
    public var day: QueryField<Root, String> { beginning(length: 10) }
}

extension QueryField where Value == Date? {
    /// The year in UTC as text, such as `2026`, or `nil`.
    public var year: QueryField<Root, String?> { beginning(length: 4) }

    /// The year and month in UTC as text, such as `2026-11`, or `nil`.
    public var month: QueryField<Root, String?> { beginning(length: 7) }

    /// The year, month and day in UTC as text, such as `2026-11-28`, or `nil`.
    public var day: QueryField<Root, String?> { beginning(length: 10) }
}

extension QueryField {
    fileprivate func beginning<Text>(length: Int64) -> QueryField<Root, Text> {
        computed { operand in
            let pattern = Literal.string("^(.{\(length)}).*$")
            return .call(
                "REGEXP_REPLACE",
                [operand.term, .literal(pattern), .literal(.string("$1"))])
        }
    }
}
