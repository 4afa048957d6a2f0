extension FixedWidthInteger {
    /// The sum of this number and another one, or the nearest number that the type can represent.
    func adding(clamping other: Self) -> Self {
        let (sum, isOutOfRange) = addingReportingOverflow(other)
        return isOutOfRange ? (other < 0 ? .min : .max) : sum
    }
}
