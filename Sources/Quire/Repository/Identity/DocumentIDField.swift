import Synchronization

/// The place inside of a model where its ``DocumentID`` lies, so that it can be read without encoding
/// the model and set without decoding it anew.
struct DocumentIDField: Sendable {
    private let offset: Int
    private let isInObject: Bool

    private static let cache = Mutex<[ObjectIdentifier: DocumentIDField?]>([:])

    /// Finds the field of a model's type.
    ///
    /// - Parameter model: A model; of a class, an instance of any subclass.
    /// - Returns: The field, or `nil` if there is none, or it cannot be told which it is.
    static func of<Model: Encodable>(_ model: Model) -> DocumentIDField? {
        // Only an object can be of another type than is said here.
        let type: Any.Type =
            Model.self is AnyObject.Type ? type(of: model as AnyObject) : Model.self
        let identifier = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[identifier] }) { return known }
        // No lock is held here: the search runs the model's own code.
        let field = find(in: model, type)
        cache.withLock { $0[identifier] = .some(field) }
        return field
    }

    /// The ID that a model has.
    func read<Model>(_ model: Model) -> DocumentID {
        if isInObject { return inObject(model).pointee }
        return withUnsafePointer(to: model) {
            // The runtime said that a document ID lies there.
            (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: DocumentID.self).pointee
        }
    }

    /// Sets the ID of a model; in an object, of the object itself.
    func write<Model>(_ id: DocumentID, to model: inout Model) {
        if isInObject {
            inObject(model).pointee = id
        } else {
            withUnsafeMutablePointer(to: &model) {
                (UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: DocumentID.self)
                    .pointee = id
            }
        }
    }

    private func inObject<Model>(_ model: Model) -> UnsafeMutablePointer<DocumentID> {
        (Unmanaged.passUnretained(model as AnyObject).toOpaque() + offset)
            .assumingMemoryBound(to: DocumentID.self)
    }
}

// MARK: Finding

extension DocumentIDField {
    /// Of several document IDs it is that which the model's coding has at its top level; of one that
    /// is not coded at all, the last.
    private static func find<Model: Encodable>(in model: Model, _ type: Any.Type) -> Self? {
        let isClass = type is AnyObject.Type
        let candidates = offsets(in: type, from: 0, levels: isClass ? 1 : 3)
            .map { DocumentIDField(offset: $0, isInObject: isClass) }
        var model = model
        for candidate in candidates where candidate.isIdentity(of: &model) { return candidate }
        return candidates.last.flatMap { $0.isOutOfReach(of: model) ? $0 : nil }
    }

    /// Whether what the model encodes as its identity is the value of this field.
    private func isIdentity<Model: Encodable>(of model: inout Model) -> Bool {
        let own = read(model)
        let probe = "\(own.wrappedValue ?? "")\u{1}"
        write(DocumentID(wrappedValue: probe), to: &model)
        defer { write(own, to: &model) }
        return (try? KeyRecorder.identity(of: model))?.wrappedValue == probe
    }

    /// Whether the model encodes no identity.
    private func isOutOfReach<Model: Encodable>(of model: Model) -> Bool {
        do {
            return try KeyRecorder.identity(of: model) == nil
        } catch {
            return false
        }
    }

    private static func offsets(in type: Any.Type, from start: Int, levels: Int) -> [Int] {
        StoredFields.of(type).flatMap { field -> [Int] in
            if field.type == DocumentID.self {
                return field.isVariable ? [start + field.offset] : []
            }
            guard levels > 1, field.isVariable, !(field.type is AnyObject.Type) else { return [] }
            return offsets(in: field.type, from: start + field.offset, levels: levels - 1)
        }
    }
}
