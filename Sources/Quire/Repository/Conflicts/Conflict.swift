/// Two changes of one document that do not know of each other.
public struct Conflict<Model: DocumentModel>: Sendable {
    /// The document's ID.
    public let id: String

    /// The model that both changes started from, if it is known.
    ///
    /// It is the base that the caller of the save gives. Otherwise it is the body that the model
    /// was read from: a ``Stored`` has it, and so does each model of a repository that was created
    /// with a rule that merges.
    public let base: Model?

    /// What is being saved.
    public let mine: Model

    /// What is stored, or `nil` if the document is deleted.
    public let theirs: Model?
}

/// What a save does if the document is not at the revision that the model was read from.
public struct ConflictRule<Model: DocumentModel>: Sendable {
    enum Kind: Sendable {
        case fail
        case overwrite
        case resolve(@Sendable (Conflict<Model>) throws -> Model)
        case mergeFields(FieldMerge<Model>)
    }

    let kind: Kind

    /// Whether the rule combines two changes.
    var merges: Bool {
        switch kind {
        case .fail, .overwrite: false
        case .resolve, .mergeFields: true
        }
    }

    /// Returns the precondition of a save by this rule.
    ///
    /// - Parameter precondition: The precondition of the model. A model without a revision has
    ///   none; a rule that merges must detect each document that exists.
    /// - Returns: The precondition.
    func precondition(_ precondition: RevisionPrecondition) -> RevisionPrecondition {
        switch kind {
        case .fail: precondition
        case .overwrite: .any
        case .resolve, .mergeFields: precondition == .any ? .absent : precondition
        }
    }

    /// The save throws ``QuireError`` with code `conflict`.
    public static var fail: ConflictRule { ConflictRule(kind: .fail) }

    /// The save replaces what is stored, unless that is of another type.
    public static var overwrite: ConflictRule { ConflictRule(kind: .overwrite) }

    /// A closure combines the two changes.
    ///
    /// It runs in the transaction of the save, so the document does not change again before the
    /// result is saved. If the closure throws an error, nothing is saved and the caller gets the
    /// error. An `Identifiable` model without a ``DocumentID`` carries no revision: the closure
    /// runs whenever its document exists.
    ///
    /// - Parameter resolve: A closure that gets both changes and returns the model to save.
    /// - Returns: The rule.
    public static func merge(
        _ resolve: @escaping @Sendable (Conflict<Model>) throws -> Model
    ) -> ConflictRule {
        ConflictRule(kind: .resolve(resolve))
    }

    /// Fields are merged one by one, compared with the base that both changes started from.
    ///
    /// A field that only one of them changed gets that change, in nested objects too. A field that
    /// both changed is merged by its policy; without a policy, it gets the value of the last save,
    /// which is this one.
    ///
    /// ```swift
    /// try hotels.save(hotel, base: loaded, onConflict: .mergeFields {
    ///     $0.counter(\.visits)
    ///     $0.set(\.tags)
    ///     $0.maximum(\.lastSeen)
    /// })
    /// ```
    ///
    /// The database does not store earlier bodies, so the base is needed: pass it to the save, save
    /// a ``Stored``, or create the repository with this rule, so that its models keep the body that
    /// they were read from. That takes a ``DocumentID``; a model without one carries no revision
    /// either, so each save of an existing document is merged. If a conflict has no base, or the
    /// document is deleted, the save throws ``QuireError`` with code `conflict`.
    ///
    /// - Parameter declare: A closure that declares the policies.
    /// - Returns: The rule.
    public static func mergeFields(
        _ declare: (inout FieldMerge<Model>) -> Void = { _ in }
    ) -> ConflictRule {
        var fields = FieldMerge<Model>()
        declare(&fields)
        return ConflictRule(kind: .mergeFields(fields))
    }
}
