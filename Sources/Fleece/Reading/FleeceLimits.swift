/// How much work bytes from elsewhere may cause.
public struct FleeceLimits: Hashable, Sendable {
    /// How deep collections may be nested.
    public var depth: Int

    /// How many values may be visited for each byte of the data.
    ///
    /// Values may be shared, so a few bytes can stand for any number of values: 24 arrays of twice
    /// the array before are 16 million. An encoder that shares nothing but strings needs one value
    /// for two bytes at the most.
    public var valuesPerByte: Int

    /// Sets limits.
    ///
    /// - Parameters:
    ///   - depth: How deep collections may be nested.
    ///   - valuesPerByte: How many values may be visited for each byte of the data.
    public init(depth: Int = 512, valuesPerByte: Int = 8) {
        self.depth = depth
        self.valuesPerByte = valuesPerByte
    }

    /// The number of values that data of a size may have; small data may have some more.
    func values(in storage: FleeceRegion) -> Int {
        let (product, overflow) = (storage.count + storage.externCount)
            .multipliedReportingOverflow(by: valuesPerByte)
        return overflow ? .max : max(product, 1024)
    }
}
