/// What both coders keep to.
enum CodingLimits {
    /// The number of collections that can be nested in each other, as in a Fleece document.
    static let depth = 512

    /// Returns a Boolean value indicating whether another value can be coded inside others.
    ///
    /// A value that is coded in the place of another, as by a single-value container, takes no level of
    /// nesting, but it takes stack.
    ///
    /// - Parameter calls: The number of values that are being coded around it.
    /// - Returns: `false` if there are too many values or if the stack is nearly full.
    @inline(__always)
    static func allows(calls: Int) -> Bool { calls < 8 || haveSpace(calls) }

    private static func haveSpace(_ calls: Int) -> Bool {
        // The limit serves stacks without bounds.
        calls < 16 * depth && StackSpace.isSufficient
    }

    /// Describes values that are nested too deep.
    ///
    /// - Parameter depth: The number of collections around the value that is refused.
    /// - Returns: The description for an error.
    static func excess(depth: Int) -> String {
        depth < Self.depth
            ? "the values around this one leave too little space on the stack of the thread; code "
                + "them on a thread with a larger stack"
            : "values are nested more than \(Self.depth) levels deep"
    }

    /// Returns the number of values, pairs and bytes of strings that a model may be decoded from.
    ///
    /// Values may share their parts, so a few hostile bytes can represent millions of values or very
    /// long strings. Without sharing, two bytes have at most one value; a model may read each value
    /// several times.
    ///
    /// - Parameter count: The number of bytes of the document.
    /// - Returns: The limit.
    static func values(inBytes count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: 64)
        return overflow ? .max : max(product, 100_000)
    }
}
