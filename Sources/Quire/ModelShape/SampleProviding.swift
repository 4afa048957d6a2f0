/// A type that provides samples of its values.
///
/// Typed filters, patches and recorded schemas decode and encode samples of a model to determine where it
/// stores its properties. A type whose `init(from:)` accepts only certain values provides two of them:
///
/// ```swift
/// extension CountryCode: SampleProviding {
///     static var samples: (CountryCode, CountryCode) { (CountryCode("NO"), CountryCode("SE")) }
/// }
/// ```
///
/// `QuireTesting` uses the samples, too.
public protocol SampleProviding: Codable {
    /// Two values with different stored forms.
    static var samples: (Self, Self) { get }
}

extension SampleProviding {
    /// The samples as a value whose type is not known statically.
    package static func values() -> Any { samples }
}
