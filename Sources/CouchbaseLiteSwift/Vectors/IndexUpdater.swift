import Foundation
public import Quire
import QuirePlatform

/// Documents of a lazy index of vectors, whose vectors the program computes.
///
/// ``QueryIndex/beginUpdate(limit:)`` returns it. Its values are those of the indexed property, one for each
/// document. Call ``setVector(_:at:)`` or ``skipVector(at:)`` for each of them, and then ``finish()``.
///
/// ```swift
/// while let updater = try index?.beginUpdate(limit: 50) {
///     for position in 0..<updater.count {
///         try updater.setVector(embedding(of: updater.string(at: position)), at: position)
///     }
///     try updater.finish()
/// }
/// ```
public final class IndexUpdater: ArrayProtocol, Sequence {
    private enum Result {
        case vector([Float]?)
        case skipped
    }

    private struct State {
        var results: [Int: Result] = [:]
        var isFinished = false
    }

    private let update: LazyIndexUpdate
    private let state = Mutex(State())

    init(_ update: LazyIndexUpdate) {
        self.update = update
    }

    /// The number of documents.
    public var count: Int { update.rows.count }

    /// Returns the value of a document for the typed accessors.
    ///
    /// - Parameter index: The position of the document. It can be out of range.
    /// - Returns: The value, or a missing value if the position is out of range.
    public func documentValue(at index: Int) -> DocumentValue {
        guard update.rows.indices.contains(index) else { return DocumentValue(.missing) }
        return update.rows[index].documentValue(at: 2)
    }

    /// A fragment for the value of a document.
    ///
    /// - Parameter index: The position of the document. It can be out of range.
    public subscript(index: Int) -> Fragment { Fragment(documentValue(at: index)) }

    /// Returns the values.
    ///
    /// - Returns: The values in the order of the documents. Null is `NSNull`.
    public func toArray() -> [Any] { update.rows.map { $0.toArray()[2] } }

    /// Returns the values as a JSON array.
    ///
    /// - Returns: The JSON.
    public func toJSON() -> String { MutableArrayObject(data: toArray()).toJSON() }

    /// Returns an iterator over the values, as returned by `value(at:)`.
    public func makeIterator() -> AnyIterator<Any> {
        var position = 0
        return AnyIterator { [self] in
            guard position < count else { return nil }
            defer { position += 1 }
            return value(at: position) ?? NSNull()
        }
    }

    /// Sets the vector of a document.
    ///
    /// - Parameters:
    ///   - value: The vector, or `nil` to remove the document from the index.
    ///   - index: The position of the document. It must be in range.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the vector has another number of
    ///   dimensions than the index or a number that is not finite, ``CBLError/unsupported`` after
    ///   ``finish()``.
    public func setVector(_ value: [Float]?, at index: Int) throws {
        checkPosition(index)
        try convertingErrors {
            if let value {
                guard value.count == update.dimensions else {
                    throw QuireError(
                        .invalidParameter,
                        "The vector has \(value.count) dimensions, but the index has "
                            + "\(update.dimensions).")
                }
                guard value.allSatisfy(\.isFinite) else {
                    throw QuireError(
                        .invalidParameter, "The vector contains a number that is not finite.")
                }
            }
            try state.withLock { state in
                if state.isFinished { throw Self.finishedError }
                state.results[index] = .vector(value)
            }
        }
    }

    /// Skips a document, which another update then contains again.
    ///
    /// After ``finish()``, the method has no effect.
    ///
    /// - Parameter index: The position of the document. It must be in range.
    public func skipVector(at index: Int) {
        checkPosition(index)
        state.withLock { $0.results[index] = .skipped }
    }

    /// Stores the vectors in the index, as one transaction.
    ///
    /// A document that was changed meanwhile is part of a later update. Live queries use the vectors when they
    /// run again.
    ///
    /// - Throws: `NSError` with code ``CBLError/unsupported`` if a vector was neither set nor skipped, or if
    ///   the method was called before; ``CBLError/notFound`` if the index was deleted or replaced,
    ///   or another code of ``CBLError``.
    public func finish() throws {
        try convertingErrors {
            let vectors = try state.withLock { state in
                if state.isFinished { throw Self.finishedError }
                guard state.results.count == count else {
                    let first = (0..<count).first { state.results[$0] == nil } ?? 0
                    throw QuireError(
                        .unsupportedOperation,
                        "The vector at \(first) was neither set nor skipped. Call setVector or "
                            + "skipVector for all \(count) documents.")
                }
                state.isFinished = true
                return state.results.sorted { $0.key < $1.key }.compactMap { position, result in
                    if case .vector(let vector) = result { (position, vector) } else { nil }
                } as [(Int, [Float]?)]
            }
            do {
                try update.finish(vectors.map { (row: $0.0, vector: $0.1) })
            } catch {
                state.withLock { $0.isFinished = false }
                throw error
            }
        }
    }

    private func checkPosition(_ index: Int) {
        precondition(
            update.rows.indices.contains(index), "The position \(index) is not in 0..<\(count).")
    }

    private static var finishedError: QuireError {
        QuireError(.unsupportedOperation, "The update is finished. Begin another one.")
    }
}
