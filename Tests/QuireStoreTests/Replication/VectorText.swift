import Quire
@testable import QuireStore

/// Short texts for version vectors in tests.
///
/// Each version is a time and the letter of an author, as in `5a, 3b; 2c`. The letter `m` is this
/// database.
enum VectorText {
    static func source(_ letter: Character) -> RevisionID.SourceID? {
        letter == "m"
            ? nil : RevisionID.SourceID(high: 0, low: UInt64(letter.asciiValue ?? 0))
    }

    static func version(_ text: some StringProtocol) -> RevisionID.Version {
        let text = String(text).filter { $0 != " " }
        return RevisionID.Version(
            time: UInt64(text.dropLast()) ?? 0, source: source(text.last ?? "?"))
    }

    static func vector(_ text: String) -> VersionVector {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let current = parts[0].split(separator: ",").map(version)
        let earlier = parts.count > 1 ? parts[1].split(separator: ",").map(version) : []
        return VersionVector(
            current[0], merging: Array(current.dropFirst()),
            after: earlier.filter { $0.time > 0 })
    }

    static func text(_ vector: VersionVector) -> String {
        func text(_ version: RevisionID.Version) -> String {
            let letter = version.source.map { Character(UnicodeScalar(UInt8($0.low))) } ?? "m"
            return "\(version.time)\(letter)"
        }
        let current = ([vector.first] + vector.merged).map(text).joined(separator: ", ")
        let earlier = vector.earlier.map(text).joined(separator: ", ")
        if earlier.isEmpty { return vector.mergedCount > 0 ? current + ";" : current }
        return current + "; " + earlier
    }

    /// A lineage: a vector, or nothing, and after a slash the revisions of a rev-tree, such as
    /// `5a / 2-bb 1-aa`.
    static func lineage(_ text: String) -> RevisionLineage {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let vector = parts[0].filter { $0 != " " }
        let trees = parts.count > 1 ? parts[1].split(separator: " ") : []
        return RevisionLineage(
            vector: vector.isEmpty ? nil : self.vector(vector),
            trees: trees.compactMap { RevisionID(String($0)) })
    }
}
