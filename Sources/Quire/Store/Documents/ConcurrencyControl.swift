/// What happens when a document was changed by somebody else since it was read.
public enum ConcurrencyControl: Hashable, Sendable {
    /// The change goes through, and what the other one wrote is replaced.
    case lastWriteWins
    /// The change does not go through, and the call returns `false`.
    case failOnConflict
}
