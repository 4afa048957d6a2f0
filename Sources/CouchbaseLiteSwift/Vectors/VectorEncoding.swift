/// How Couchbase Lite compresses the vectors of an index.
///
/// Quire stores the setting with the index. It does not affect how Quire stores vectors.
///
/// ```swift
/// config.encoding = .productQuantizer(subquantizers: 5, bits: 8)
/// ```
public enum VectorEncoding: Hashable, Sendable {
    /// Vectors are not compressed.
    case none
    /// Each number is rounded.
    case scalarQuantizer(type: ScalarQuantizerType)
    /// The parts of a vector are replaced by the nearest of some typical parts.
    case productQuantizer(subquantizers: UInt32, bits: UInt32)

    /// The encoding in the notes of an index.
    var note: String {
        switch self {
        case .none: "none"
        case .scalarQuantizer(let type): "\(type)"
        case .productQuantizer(let subquantizers, let bits): "PQ\(subquantizers)x\(bits)"
        }
    }
}

/// The number of bits to which ``VectorEncoding/scalarQuantizer(type:)`` rounds a number.
///
/// ```swift
/// config.encoding = .scalarQuantizer(type: .SQ4)
/// ```
public enum ScalarQuantizerType: Hashable, Sendable {
    /// 4 bits.
    case SQ4
    /// 6 bits.
    case SQ6
    /// 8 bits.
    case SQ8
}
