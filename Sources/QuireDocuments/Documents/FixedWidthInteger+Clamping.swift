extension FixedWidthInteger {
    /// Returns the sum of two integers, clamped to the range of the type.
    package func adding(clamping other: Self) -> Self {
        let (sum, isOutOfRange) = addingReportingOverflow(other)
        return isOutOfRange ? (other < 0 ? .min : .max) : sum
    }
}
