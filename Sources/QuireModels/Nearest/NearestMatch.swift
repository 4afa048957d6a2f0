/// A model that a search for the nearest vectors found, with its distance.
///
/// You can read the model's properties directly:
///
/// ```swift
/// for match in try hotels.nearest(to: vector, in: \.embedding).matches()
/// where match.distance < 0.4 {
///     print(match.name)
/// }
/// ```
@dynamicMemberLookup
public struct NearestMatch<Model: DocumentModel>: Sendable {
    /// The model with its document ID and revision.
    public let stored: Stored<Model>

    /// The distance by the metric of the search.
    ///
    /// A smaller distance is nearer.
    public let distance: Double

    /// The model.
    public var model: Model { stored.value }

    /// Accesses a property of the model.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Model, Member>) -> Member {
        model[keyPath: keyPath]
    }
}

extension NearestMatch: Identifiable {
    /// The document's ID.
    public var id: String { stored.id }
}
