public import Foundation

extension Selection {
    /// Restricts the selection further.
    ///
    /// - Parameter predicate: A predicate of Foundation's, as `#Predicate` makes it. What it says that
    ///   no query can say is an error when the selection is read.
    /// - Returns: The models that fulfil the predicate too.
    public func filter(_ predicate: Predicate<Model>) -> Selection {
        filter(QueryCondition(predicate))
    }
}

extension Repository {
    /// Restricts the repository to the models that fulfil a predicate.
    ///
    /// - Parameter predicate: A predicate of Foundation's, as `#Predicate` makes it. What it says that
    ///   no query can say is an error when the selection is read.
    /// - Returns: A selection that can be sorted, limited and read.
    public func filter(_ predicate: Predicate<Model>) -> Selection<Model> {
        everything.filter(predicate)
    }
}
