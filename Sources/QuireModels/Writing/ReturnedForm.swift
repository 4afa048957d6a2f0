/// The form in which a write returns a model.
///
/// Pass ``model`` to receive the model itself, or ``stored`` to receive it together with the
/// document's ID, revision and sequence, for example for the `ETag` of an HTTP response:
///
/// ```swift
/// let stored = try hotels.patch("hotel-1", returning: .stored) { $0.increment(\.stars) }
/// print(stored.name, stored.stars, "ETag: \"\(stored.revision)\"")
/// ```
public struct ReturnedForm<Model: DocumentModel, Value: Sendable>: Sendable {
    /// Returns the value for a model.
    let value: @Sendable (Stored<Model>) -> Value
}

extension ReturnedForm where Value == Model {
    /// The model, as `find(_:)` returns it.
    public static var model: ReturnedForm { ReturnedForm { $0.value } }
}

extension ReturnedForm where Value == Stored<Model> {
    /// The model together with the ID, revision and sequence of its document.
    public static var stored: ReturnedForm { ReturnedForm { $0 } }
}
