/// The constant bounds of a range, in a form that does not depend on the range type.
package struct RangeBounds {
    package var lower: (any Encodable)?
    package var upper: (any Encodable)?
    var isUpperIncluded = true
}

/// A range type whose bounds may be Encodable.
protocol BoundedRange {
    /// The bounds, or `nil` if they are not Encodable.
    var bounds: RangeBounds? { get }
}

extension ClosedRange: BoundedRange {
    package var bounds: RangeBounds? {
        guard let lower = lowerBound as? any Encodable, let upper = upperBound as? any Encodable
        else { return nil }
        return RangeBounds(lower: lower, upper: upper)
    }
}

extension Range: BoundedRange {
    package var bounds: RangeBounds? {
        guard let lower = lowerBound as? any Encodable, let upper = upperBound as? any Encodable
        else { return nil }
        return RangeBounds(lower: lower, upper: upper, isUpperIncluded: false)
    }
}

extension PartialRangeFrom: BoundedRange {
    package var bounds: RangeBounds? {
        (lowerBound as? any Encodable).map { RangeBounds(lower: $0, upper: nil) }
    }
}

extension PartialRangeThrough: BoundedRange {
    package var bounds: RangeBounds? {
        (upperBound as? any Encodable).map { RangeBounds(lower: nil, upper: $0) }
    }
}

extension PartialRangeUpTo: BoundedRange {
    package var bounds: RangeBounds? {
        (upperBound as? any Encodable).map {
            RangeBounds(lower: nil, upper: $0, isUpperIncluded: false)
        }
    }
}
