/// Two concurrent changes of a document.
///
/// ```swift
/// let rule = ConflictRule<Hotel>.merge { conflict in
///     var merged = conflict.theirs ?? conflict.mine
///     merged.roomRate = conflict.mine.roomRate
///     return merged
/// }
/// try hotels.save(hotel, onConflict: rule)
/// ```
public struct Conflict<Model: DocumentModel>: Sendable {
    /// The document's ID.
    public let id: String

    /// The model that both changes started from, if it is known.
    ///
    /// If the caller of the save provides a base, it is this base. Otherwise it is decoded from the
    /// body that the model was read from. A ``Stored`` keeps this body, and so does each model of a
    /// repository that was created with a rule that merges.
    public let base: Model?

    /// The model that is being saved.
    public let mine: Model

    /// The stored model, or `nil` if the document is deleted.
    public let theirs: Model?
}

/// A rule for saves that detect that the document has changed since the model was read.
///
/// ```swift
/// try hotels.save(hotel, onConflict: .overwrite)
/// ```
public struct ConflictRule<Model: DocumentModel>: Sendable {
    enum Kind: Sendable {
        case fail
        case overwrite
        case resolve(@Sendable (Conflict<Model>) throws -> Model)
        case mergeFields(MergePolicies<Model>)
    }

    let kind: Kind

    /// Whether the rule combines two changes.
    var merges: Bool {
        switch kind {
        case .fail, .overwrite: false
        case .resolve, .mergeFields: true
        }
    }

    /// Returns the precondition of a save with this rule.
    ///
    /// - Parameter precondition: The precondition of the model. A model without a revision has
    ///   none. A rule that merges must detect every existing document.
    /// - Returns: The precondition.
    func precondition(_ precondition: RevisionPrecondition) -> RevisionPrecondition {
        switch kind {
        case .fail: precondition
        case .overwrite: .any
        case .resolve, .mergeFields: precondition == .any ? .absent : precondition
        }
    }

    /// Throws ``QuireError`` with code `conflict`.
    public static var fail: ConflictRule { ConflictRule(kind: .fail) }

    /// Replaces the stored document, unless it has another type.
    public static var overwrite: ConflictRule { ConflictRule(kind: .overwrite) }

    /// Combines the two changes with a closure.
    ///
    /// The closure runs in the transaction of the save, so the document cannot change before the
    /// result is saved. If the closure throws an error, nothing is saved and the save throws this
    /// error. An `Identifiable` model without a ``DocumentID`` has no revision. The closure
    /// therefore runs whenever its document exists.
    ///
    /// ```swift
    /// let higher = ConflictRule<Hotel>.merge { conflict in
    ///     var hotel = conflict.mine
    ///     hotel.roomRate = max(hotel.roomRate, conflict.theirs?.roomRate ?? 0)
    ///     return hotel
    /// }
    /// ```
    ///
    /// - Parameter resolve: A closure that receives both changes and returns the model to save.
    /// - Returns: The rule.
    public static func merge(
        _ resolve: @escaping @Sendable (Conflict<Model>) throws -> Model
    ) -> ConflictRule {
        ConflictRule(kind: .resolve(resolve))
    }

    /// Merges the fields individually, comparing both changes with their common base.
    ///
    /// If only one of them changed a field, the merged model has this change. This applies to
    /// nested objects, too. If both changed the field, it is merged by its policy. Without a
    /// policy, it gets the value of the current save.
    ///
    /// ```swift
    /// let rule = ConflictRule<Hotel>.mergeFields {
    ///     $0.counter(\.visits)
    ///     $0.set(\.tags)
    ///     $0.maximum(\.lastSeen)
    /// }
    /// try hotels.save(hotel, base: loaded, onConflict: rule)
    /// ```
    ///
    /// The database does not store earlier bodies, so the merge needs a base. You can provide it in
    /// three ways:
    ///
    /// - Pass it to the save.
    /// - Save a ``Stored``.
    /// - Create the repository with this rule, so that its models keep the body that they were read
    ///   from. This requires a ``DocumentID``.
    ///
    /// A model without a ``DocumentID`` has no revision, so each save of an existing document is
    /// merged. If a conflict has no base, or the document is deleted, the save throws
    /// ``QuireError`` with code `conflict`.
    ///
    /// - Parameter declare: A closure that declares the policies.
    /// - Returns: The rule.
    public static func mergeFields(
        _ declare: (inout MergePolicies<Model>) -> Void = { _ in }
    ) -> ConflictRule {
        var fields = MergePolicies<Model>()
        declare(&fields)
        return ConflictRule(kind: .mergeFields(fields))
    }
}
