import Fleece
import Foundation
import SQLPlusPlus

/// The changes of a patch, checked and encoded once for any number of documents.
///
/// The changes are prepared when the first document is found, so that a patch of no document has no
/// effects and no errors.
final class PreparedPatch<Model: DocumentModel> {
    private let patch: Patch<Model>
    private let repository: Repository<Model>
    /// The changes up to the first one that cannot be applied to any document.
    private lazy var steps = prepared()

    init(_ patch: Patch<Model>, _ repository: Repository<Model>) {
        self.patch = patch
        self.repository = repository
    }

    /// Whether the patch contains no changes.
    var isEmpty: Bool { patch.steps.isEmpty }

    /// Returns a body with the changes.
    ///
    /// - Throws: ``PatchFailure``, ``QuireError`` for a change that cannot be applied to any document, or
    ///   `EncodingError`.
    func applied(to body: FleeceDictionary) throws -> BodyTree {
        var patched = BodyPatch(body, encoder: repository.encoder)
        for step in steps { for step in try step.get() { try patched.apply(step) } }
        return patched.body
    }

    private func prepared() -> [Result<[EncodedPatchStep], any Error>] {
        var prepared: [Result<[EncodedPatchStep], any Error>] = []
        for step in patch.steps {
            let result = Result {
                let step = try step.get()
                try repository.check(step)
                return try step.defaults(in: Model.self) + [step.encoded(by: repository.encoder)]
            }
            prepared.append(result)
            // A failure ends the application, so the values of later changes are not encoded.
            if case .failure = result { break }
        }
        return prepared
    }
}

/// A change of a body with encoded values.
enum EncodedPatchStep {
    /// Sets a property, or removes it if the value is null.
    case set(PropertyPath, BodyTree)
    /// Sets a property to a value, which can be null.
    case assign(PropertyPath, BodyTree)
    case increment(PropertyPath, StoredNumber, of: any Sendable.Type)
    /// Adds to a property of type `Decimal`.
    case add(PropertyPath, MergedNumber)
    case append(PropertyPath, [BodyTree])
    /// Assigns a value if the key is missing and the object that contains it is not.
    case complete(PropertyPath, BodyTree)
    case remove(PropertyPath)
    case rename(PropertyPath, to: PropertyPath)
}

extension PatchStep {
    /// Returns the steps that store the default values which the change is based on.
    ///
    /// These are the value that an increment or an appended element is added to, and the objects
    /// around the changed value: without their other properties, they could not be decoded.
    fileprivate func defaults(in type: Any.Type) -> [EncodedPatchStep] {
        let path: PropertyPath
        let includesValue: Bool
        switch self {
        case .set(let changed, _), .rename(_, let changed): (path, includesValue) = (changed, false)
        case .increment(let changed, _, _), .append(let changed, _):
            (path, includesValue) = (changed, true)
        case .remove: return []
        }
        let keys = path.leadingKeys
        return ModelShape.of(type).completions(of: path, in: type).enumerated()
            .compactMap { index, body in
                let owner = PropertyPath(keys[...index].map { .key($0) })
                guard includesValue || owner.components.count < path.components.count,
                    let value = body?.value(at: FleecePath(owner)), !value.isNull
                else { return nil }
                return .complete(owner, .stored(value))
            }
    }

    /// Returns the change with encoded values.
    ///
    /// - Parameter encoder: The encoder of the values in the patch.
    /// - Returns: The change.
    /// - Throws: ``PatchFailure`` if an amount is not a number, or `EncodingError`.
    func encoded(by encoder: DocumentEncoder) throws -> EncodedPatchStep {
        switch self {
        case .set(let path, let value): return .set(path, try value.encode(encoder))
        case .increment(let path, let amount, let type) where type == Decimal.self:
            let stored = try amount.encode(encoder).scalar
            guard let number = stored.flatMap({ MergedNumber($0, isDecimal: true) }) else {
                throw PatchFailure(path, "the amount cannot be stored as a number")
            }
            return .add(path, number)
        case .increment(let path, let amount, let type):
            guard let amount = StoredNumber(try amount.encode(encoder).scalar) else {
                throw PatchFailure(path, "the amount cannot be stored as a number")
            }
            return .increment(path, amount, of: type)
        case .append(let path, let elements):
            return .append(path, try elements.map { try $0.encode(encoder) })
        case .remove(let path): return .remove(path)
        case .rename(let path, let other): return .rename(path, to: other)
        }
    }
}
