import Synchronization

/// The place inside of a model where its ``DocumentID`` lies, so that it can be read without encoding
/// the model and set without decoding it anew.
struct DocumentIDField: Sendable {
    private let offset: Int
    private let isInObject: Bool

    /// The field of a type, or the reason why its models cannot be saved.
    private typealias Finding = Result<DocumentIDField?, QuireError>

    private static let cache = Mutex<[ObjectIdentifier: Finding]>([:])

    /// Finds the field of a model's type.
    ///
    /// - Parameter model: A model; of a class, an instance of any subclass.
    /// - Returns: The field, or `nil` if there is none, if there are several, or if it cannot be determined
    ///   which one it is.
    static func of<Model: Encodable>(_ model: Model) -> DocumentIDField? {
        try? finding(in: model).get()
    }

    /// Finds the field of a model's type, which must not have several.
    ///
    /// - Parameter model: A model; of a class, an instance of any subclass.
    /// - Returns: The field, or `nil` if there is none or it cannot be determined.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the type declares several document IDs.
    static func checked<Model: Encodable>(of model: Model) throws(QuireError) -> DocumentIDField? {
        try finding(in: model).get()
    }

    private static func finding<Model: Encodable>(in model: Model) -> Finding {
        // Only an object can be of another type than the static one.
        let type: Any.Type =
            Model.self is AnyObject.Type ? type(of: model as AnyObject) : Model.self
        let identifier = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[identifier] }) { return known }
        // No lock is held here: the search runs the model's own code.
        let finding = Finding { () throws(QuireError) in
            try checkDeclarations(in: Mirror(reflecting: model), type)
            return find(in: model, type)
        }
        cache.withLock { $0[identifier] = finding }
        return finding
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
    /// Refuses a type that declares several document IDs.
    ///
    /// A class and its superclass can have one each.
    private static func checkDeclarations(
        in mirror: Mirror, _ type: Any.Type
    ) throws(QuireError) {
        let names = mirror.children.filter { $0.value is DocumentID }.map { child in
            // The storage of a wrapped property has its name with an underscore.
            let label = child.label ?? ""
            return label.hasPrefix("_") ? String(label.dropFirst()) : label
        }
        guard names.count < 2 else {
            throw QuireError(
                .invalidParameter,
                """
                \(type) declares several document IDs: \(names.joined(separator: ", ")). A document has \
                one ID, so declare only one of these properties with @DocumentID
                """)
        }
        if let superclass = mirror.superclassMirror { try checkDeclarations(in: superclass, type) }
    }

    /// Finds the field of a type.
    ///
    /// A class has the field that its most derived declaration adds, whether it encodes it or not. Of
    /// several document IDs in a structure, those of its properties among them, it is the one that the
    /// model's coding has at its top level; of one that is not coded at all, the last.
    private static func find<Model: Encodable>(in model: Model, _ type: Any.Type) -> Self? {
        let isClass = type is AnyObject.Type
        let candidates = offsets(in: type, from: 0, levels: isClass ? 1 : 3)
            .map { DocumentIDField(offset: $0, isInObject: isClass) }
        // Inherited properties come first.
        if isClass { return candidates.last }
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
