/// The traits of a model type that its repositories depend on, determined from a sample of the
/// type.
final class ModelTraits: Sendable {
    /// The location where the models of a type keep their document ID.
    enum Identity {
        /// The ID is in a ``DocumentID``, outside of the body.
        case documentID
        /// The ID is in the `id` of an `Identifiable` model, in the body.
        case identifier
        /// The models have no ID.
        case none
        /// The location depends on the model, or no sample could be created.
        case undetermined
    }

    let identity: Identity
    /// The reason why a repository cannot store models of the type, if the sample shows one.
    let fault: QuireError?
    /// The reserved keys at the top level of the type, if the sample shows any.
    let reservedKeys: Set<String>
    /// Whether the models are objects.
    let areObjects: Bool
    private let shape: ModelShape

    /// Whether a model can have a ``DocumentID``.
    var mayHaveDocumentID: Bool { identity == .documentID || identity == .undetermined }

    private init(
        _ identity: Identity, fault: QuireError?, reservedKeys: Set<String>, areObjects: Bool,
        _ shape: ModelShape
    ) {
        self.identity = identity
        self.fault = fault
        self.reservedKeys = reservedKeys
        self.areObjects = areObjects
        self.shape = shape
    }

    /// Returns the traits of a type.
    ///
    /// - Parameter type: The model's type. Its traits are determined only once.
    /// - Returns: The traits.
    /// - Complexity: O(*n*) in the number of the type's properties, for the first call.
    static func of<Model: DocumentModel>(_ type: Model.Type) -> ModelTraits {
        let shape = ModelShape.of(type)
        return shape.fact { determine(type, shape) }
    }

    /// Returns the ``DocumentID`` property of a model's type, as `DocumentIDProperty.of(_:)` does.
    func identityProperty(of model: some DocumentModel) -> DocumentIDProperty {
        areObjects ? DocumentIDProperty.of(model) : shape.identityProperty(of: model)
    }
}

// MARK: Determining the traits

extension ModelTraits {
    private static func determine<Model: DocumentModel>(
        _ type: Model.Type, _ shape: ModelShape
    ) -> ModelTraits {
        let samples: [Sample]
        if let family = type as? any DocumentFamily.Type {
            samples = Self.samples(of: family)
        } else {
            samples =
                (try? ModelSampler().make(type)).map { [Sample($0, keys: type.keyStrategy)] } ?? []
        }
        let areObjects = type is any AnyObject.Type
        return ModelTraits(
            identity(samples, areObjects: areObjects),
            fault: samples.lazy.compactMap(\.fault).first,
            reservedKeys: samples.reduce(into: []) { $0.formUnion($1.reservedKeys) },
            areObjects: areObjects, shape)
    }

    /// Returns the identity that all models of a type have.
    private static func identity(_ samples: [Sample], areObjects: Bool) -> Identity {
        guard samples.count == 1, let sample = samples.first else { return .undetermined }
        // The sample does not represent other models of a class or an enumeration: another object
        // can be of a subclass, and another value can be a different case.
        return sample.isStructure || areObjects && sample.identity == .documentID
            ? sample.identity : .undetermined
    }

    /// Returns samples of the members of a family.
    private static func samples<Family: DocumentFamily>(of family: Family.Type) -> [Sample] {
        FamilyTypes<Family>.all.named.compactMap { name, member in
            let decoder = SamplingDecoder(source: ModelSampler())
            return (try? member.decode(decoder, name)).map { Sample($0, keys: family.keyStrategy) }
        }
    }

    /// The traits of one value.
    private struct Sample {
        private(set) var identity = Identity.undetermined
        private(set) var fault: QuireError?
        private(set) var reservedKeys: Set<String> = []
        let isStructure: Bool

        init<Model: DocumentModel>(_ model: Model, keys strategy: KeyStrategy) {
            isStructure =
                !(model is any DocumentFamily) && Mirror(reflecting: model).displayStyle == .struct
            let keys = (try? KeyCapturingEncoder.topLevelKeys(of: model)) ?? []
            reservedKeys = keys.filter(DocumentRules.contain)
            do {
                try checkDocumentID(of: model)
                identity = try identity(of: model)
                try checkKeys(of: model, strategy)
            } catch let error as QuireError where error.code == .invalidParameter {
                fault = error
            } catch {
                // Ignore an error that the model's own coding throws: other values may be valid.
            }
        }

        private func checkDocumentID<Model: DocumentModel>(of model: Model) throws {
            func check(_ value: some Encodable) throws {
                try DocumentIDProperty.of(value).checked()
            }
            try check(model)
            if let member = (model as? any DocumentFamily)?.member { try check(member) }
        }

        /// Throws an error if two properties have the same key, or if a type of a family declares
        /// another strategy than the family.
        private func checkKeys<Model: DocumentModel>(
            of model: Model, _ strategy: KeyStrategy
        ) throws {
            if let conflict = try KeyCapturingEncoder.conflict(in: model, keys: strategy) {
                throw QuireError(
                    .invalidParameter,
                    """
                    The properties \(conflict[0]) and \(conflict[1]) of \(Model.self) have the same \
                    key \(strategy.stored(conflict[0])). Rename one of their coding keys.
                    """)
            }
            guard let member = (model as? any DocumentFamily)?.member else { return }
            let declared = KeyStrategy.declared(by: type(of: member))
            guard declared == strategy else {
                throw QuireError(
                    .invalidParameter,
                    """
                    \(type(of: member)) declares the key strategy \(declared), and its family \
                    \(Model.self) declares \(strategy). Declare the same strategy.
                    """)
            }
        }

        private func identity<Model: DocumentModel>(of model: Model) throws -> Identity {
            if try ModelIdentity.documentID(of: model) != nil { return .documentID }
            guard ModelIdentity.identifiable(model) != nil else { return .none }
            _ = try ModelIdentity.identifier(of: model)
            return .identifier
        }
    }
}
