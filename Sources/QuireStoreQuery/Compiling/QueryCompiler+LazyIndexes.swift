// A program computes the vectors of a lazy index from any property, such as a text, so distances cannot be computed
// from the documents. The function `quire_indexed_distance` reads the vector of a document from the index.

import QuireSearch
import SQLPlusPlus

/// A lazy index of vectors, from which a statement reads distances.
struct LazyIndexUse {
    let index: NearestIndex
    let source: CompiledSource
    let collection: DocumentCollection
    /// The vector to which distances are computed.
    let target: QueryTerm
    /// The distance, as it occurs in the statement.
    let distance: QueryTerm
}

extension QueryCompiler {
    /// Returns whether a term is the distance that a lazy index contains.
    func isIndexedDistance(_ term: QueryTerm) -> Bool {
        guard let lazyIndex else { return false }
        return term == lazyIndex.distance
    }

    /// Returns the SQL of a distance that is read from a lazy index.
    func indexedDistance(_ use: LazyIndexUse) throws -> SQLFragment {
        // The rows of a source with deleted documents have no row IDs.
        guard !readsDeleted else { return "NULL" }
        return try """
        quire_indexed_distance(\(constant: use.collection.tables.name), \
        \(constant: use.index.name), \(use.source.alias).rowid, \(typed(use.target)), \
        \(constant: use.index.metric.name), \(number: use.index.dimensions), \
        \(constant: use.index.definition))
        """
    }
}
