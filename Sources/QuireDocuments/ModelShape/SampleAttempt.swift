/// The strings, numbers and number of items that are used to decode a type.
///
/// Most types accept the first attempt. The others are for types that parse a string, check a
/// range, or require pairs of items.
struct SampleAttempt: Sendable {
    let itemCount: Int
    private let texts: (String, String)?
    private let numbers: (Int, Int)?

    private init(items: Int = 1, _ texts: (String, String)? = nil, _ numbers: (Int, Int)? = nil) {
        itemCount = items
        self.texts = texts
        self.numbers = numbers
    }

    /// Returns two values for this attempt, or `nil` if it has no special values for the type.
    package func values<T>(of type: T.Type) -> (T, T)? {
        func same(_ first: Any, _ second: Any) -> (T, T)? {
            guard let first = first as? T, let second = second as? T else { return nil }
            return (first, second)
        }
        if type == String.self { return texts.flatMap { same($0.0, $0.1) } }
        guard let (first, second) = numbers else { return nil }
        if let integer = type as? any FixedWidthInteger.Type {
            func clamped<Integer: FixedWidthInteger>(_ type: Integer.Type) -> (T, T)? {
                same(Integer(clamping: first), Integer(clamping: second))
            }
            return clamped(integer)
        }
        if type == Double.self { return same(Double(first), Double(second)) }
        if type == Float.self { return same(Float(first), Float(second)) }
        return nil
    }

    /// All attempts, in order.
    static let all = [
        SampleAttempt(),
        SampleAttempt(items: 2),
        SampleAttempt(items: 0),
        SampleAttempt(("1", "2"), (60, 70)),
        SampleAttempt(("A", "B"), (0, 1)),
        SampleAttempt(("a", "b"), (-1, -2)),
        SampleAttempt(("https://a.example/1", "https://a.example/2"), (1_000, 2_000)),
        SampleAttempt(
            ("2001-02-03T04:05:06.000Z", "2002-03-04T05:06:07.000Z"), (1_000_000, 2_000_000)),
        SampleAttempt(
            ("00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"),
            (10, 20)),
        SampleAttempt(("2001-02-03", "2002-03-04"), (100, 200)),
        SampleAttempt(("01:02", "03:04"), (2_001, 2_002)),
        SampleAttempt(("#112233", "#445566")),
        SampleAttempt(("EUR", "USD")),
        SampleAttempt(("en", "nb")),
        SampleAttempt(("a@a.example", "b@b.example")),
        SampleAttempt(("1.2.3", "4.5.6")),
        SampleAttempt(("+4755000001", "+4755000002")),
        SampleAttempt(("{}", "[]")),
    ]

    /// The index of the attempt without items.
    static let withoutItems = 2
}
