/// The ``DocumentID`` property of a model type.
///
/// The type is a class, so that a save only retains the property.
package final class DocumentIDProperty: Sendable {
    /// Whether the type encodes no document ID at its top level, or only that of a superclass.
    private let isDeclaredOnly: Bool
    /// Whether the models are objects that declare the property.
    private let isInObject: Bool
    /// The property's offset in a structure, or `nil` if it is unknown.
    private let offset: Int?
    /// The error for models of the type that cannot be saved, or `nil`.
    private let fault: QuireError?

    private init(isDeclaredOnly: Bool, isInObject: Bool, offset: Int?, fault: QuireError?) {
        self.isDeclaredOnly = isDeclaredOnly
        self.isInObject = isInObject
        self.offset = offset
        self.fault = fault
    }

    /// Whether the ID of a model can be replaced without decoding the model.
    package var isWritable: Bool { isInObject || offset != nil }

    /// Returns the identity property of a model's type.
    ///
    /// - Parameter model: A model. If its type is a class, it may be an instance of a subclass.
    /// - Returns: The property.
    package static func of<Model: Encodable>(_ model: Model) -> DocumentIDProperty {
        // Only an object's type can differ from its static type.
        let type: Any.Type =
            Model.self is AnyObject.Type ? Swift.type(of: model as AnyObject) : Model.self
        return ModelShape.of(type).identityProperty(of: model)
    }

    /// Checks that the type declares at most one document ID.
    ///
    /// - Returns: The property.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the type declares several IDs.
    @discardableResult
    package func checked() throws(QuireError) -> DocumentIDProperty {
        if let fault { throw fault }
        return self
    }
}

// MARK: Reading and writing

extension DocumentIDProperty {
    /// Returns the ID of a model.
    ///
    /// - Parameter model: A model of the type that has this property.
    /// - Returns: The ID, or `nil` if the model doesn't have one.
    /// - Throws: Any error that the model's `encode(to:)` throws.
    package func read(_ model: some Encodable) throws -> DocumentID? {
        let encoded = isDeclaredOnly ? nil : try KeyCapturingEncoder.identity(of: model)
        return read(model, encoded: encoded)
    }

    /// Returns the ID of a model that has just been encoded.
    ///
    /// - Parameters:
    ///   - model: The model as it was encoded.
    ///   - encoded: The ID that the model has encoded.
    /// - Returns: The ID, or `nil` if the model doesn't have one.
    package func read(_ model: some Encodable, encoded: DocumentID?) -> DocumentID? {
        if encoded == nil ? isWritable : isDeclaredOnly {
            return Self.declared(in: Mirror(reflecting: model)) ?? encoded
        }
        return encoded
    }

    /// Replaces the ID of a model.
    ///
    /// For an object, this modifies the object itself.
    ///
    /// - Parameters:
    ///   - current: The model's current ID.
    ///   - identity: The new ID.
    ///   - model: The model that gets the new ID.
    /// - Returns: Whether the ID was replaced.
    package func replace(
        _ current: DocumentID, with identity: DocumentID, in model: inout some Encodable
    ) -> Bool {
        guard isInObject else {
            return offset.map { current.replace(with: identity, at: $0, in: &model) } ?? false
        }
        current.fill(with: identity)
        return true
    }
}

// MARK: Determining

extension DocumentIDProperty {
    /// Determines the identity property of a type.
    ///
    /// - Parameter model: A model of the type.
    /// - Returns: The property, and whether it is the same for all models of the type.
    static func determine(of model: some Encodable) -> (DocumentIDProperty, isDefinite: Bool) {
        let mirror = Mirror(reflecting: model)
        let isObject = type(of: model) is AnyObject.Type
        let fault = fault(in: mirror, type(of: model))
        let encoded = Result { try KeyCapturingEncoder.identity(of: model) }
        let declared = declared(in: mirror)
        if isObject {
            let isEncoded = (try? encoded.get()).map { $0.address == declared?.address } ?? false
            let property = DocumentIDProperty(
                isDeclaredOnly: declared != nil && !isEncoded, isInObject: declared != nil,
                offset: nil, fault: fault)
            return (property, true)
        }
        guard case .success(let encoded) = encoded, mirror.displayStyle == .struct,
            let identity = encoded ?? declared, contains(identity, in: mirror, levels: 3)
        else {
            let property = DocumentIDProperty(
                isDeclaredOnly: false, isInObject: false, offset: nil, fault: fault)
            return (property, (try? encoded.get()) != nil || declared == nil)
        }
        let offsets = identity.offsets(in: model)
        let property = DocumentIDProperty(
            isDeclaredOnly: encoded == nil, isInObject: false,
            offset: offsets.count == 1 ? offsets.first : nil, fault: fault)
        return (property, offsets.count == 1)
    }

    /// Returns the document ID that a model declares.
    ///
    /// For an object, the most derived class takes precedence.
    private static func declared(in mirror: Mirror) -> DocumentID? {
        guard mirror.displayStyle == .class || mirror.displayStyle == .struct else { return nil }
        let identities = mirror.children.compactMap { $0.value as? DocumentID }
        return identities.last ?? mirror.superclassMirror.flatMap { declared(in: $0) }
    }

    /// Returns whether a structure contains an ID, directly or in nested structures.
    private static func contains(
        _ identity: DocumentID, in mirror: Mirror, levels: Int
    ) -> Bool {
        guard levels > 0, mirror.displayStyle == .struct else { return false }
        return mirror.children.contains { child in
            if let other = child.value as? DocumentID { return other.address == identity.address }
            return contains(identity, in: Mirror(reflecting: child.value), levels: levels - 1)
        }
    }

    /// Returns the error for a type that declares several document IDs, or `nil`.
    ///
    /// A class and its superclass may declare one each.
    private static func fault(in mirror: Mirror, _ type: Any.Type) -> QuireError? {
        let names = mirror.children.filter { $0.value is DocumentID }.map { child in
            // The storage of a wrapped property has the property's name with an underscore.
            let label = child.label ?? ""
            return label.hasPrefix("_") ? String(label.dropFirst()) : label
        }
        guard names.count > 1 else {
            return mirror.superclassMirror.flatMap { fault(in: $0, type) }
        }
        return QuireError(
            .invalidParameter,
            """
            \(type) declares several document IDs: \(names.joined(separator: ", ")). A document has \
            one ID, so declare only one of these properties with @DocumentID
            """)
    }
}
