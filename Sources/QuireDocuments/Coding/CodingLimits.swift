import QuirePlatform

/// The limits of both coders.
enum CodingLimits {
    /// The maximum number of nested collections, which is that of a Fleece document.
    static let depth = 512

    /// Returns a Boolean value indicating whether another value can be coded inside others.
    ///
    /// A value in a single-value container replaces its parent. It does not add a level of nesting,
    /// but it uses stack space.
    ///
    /// - Parameter calls: The number of enclosing values that are being coded.
    /// - Returns: `false` if there are too many values or if the stack is nearly full.
    @inline(__always)
    static func allows(calls: Int) -> Bool { calls < 8 || haveSpace(calls) }

    private static func haveSpace(_ calls: Int) -> Bool {
        // The number of calls is limited for stacks with unknown bounds.
        calls < 16 * depth && StackSpace.isSufficient
    }

    /// Returns a description of values that are nested too deeply.
    ///
    /// - Parameter depth: The number of collections that contain the rejected value.
    /// - Returns: The description for an error.
    static func excess(depth: Int) -> String {
        depth < Self.depth
            ? "the enclosing values leave too little space on the stack of this thread; use a "
                + "thread with a larger stack"
            : "values are nested more than \(Self.depth) levels deep"
    }

    /// Returns how many values, pairs and bytes of strings a model can be decoded from.
    ///
    /// Several collections can point to the same value, so a few hostile bytes can represent
    /// millions of values or very long strings. If no values are shared, each value takes at least
    /// two bytes. The limit is higher because a model can read each value several times.
    ///
    /// - Parameter count: The number of bytes of the document.
    /// - Returns: The maximum number.
    package static func values(inBytes count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: 64)
        return overflow ? .max : max(product, 100_000)
    }
}
