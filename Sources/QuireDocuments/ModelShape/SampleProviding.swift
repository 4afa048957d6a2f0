/// A type that provides samples of its values.
///
/// Typed filters, patches and recorded schemas decode and encode samples of a model to determine
/// where it stores its properties. If the `init(from:)` of a type accepts only certain values, the
/// type can provide two of them:
///
/// ```swift
/// extension CountryCode: SampleProviding {
///     static var samples: (CountryCode, CountryCode) { (CountryCode("NO"), CountryCode("SE")) }
/// }
/// ```
///
/// `QuireTesting` also uses the samples.
public protocol SampleProviding: Codable {
    /// Two values with different stored forms.
    static var samples: (Self, Self) { get }
}

extension SampleProviding {
    /// Returns the samples as a value whose type is not known statically.
    package static func values() -> Any { samples }
}
