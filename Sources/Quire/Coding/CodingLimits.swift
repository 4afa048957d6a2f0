/// What both coders keep to.
enum CodingLimits {
    /// How deep values can be nested: deep enough for every document that Fleece holds, and far from
    /// the end of a thread's stack.
    static let depth = 512

    /// How many values a model may be decoded from, for bytes of a count.
    ///
    /// Values may share their parts, so a few hostile bytes can stand for millions of values. Honest
    /// ones have a value for two bytes at the most; a model may look at each of them several times.
    static func values(inBytes count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: 64)
        return overflow ? .max : max(product, 100_000)
    }
}
