/// What a scaling run looks at.
enum ScalingOperation: String, CaseIterable, Codable {
    case save
    case find
    case query
    case open

    /// What one operation is.
    var title: String {
        switch self {
        case .save: "save a document"
        case .find: "find by ID"
        case .query: "indexed query of 20"
        case .open: "open the database"
        }
    }
}

/// What one operation takes in a database of some size.
struct ScalingFigures: Codable {
    let operation: ScalingOperation
    /// How many documents the database has.
    let documents: Int
    /// The time of one operation.
    let nanoseconds: Double
    /// The part of it that the processor worked for.
    let processorNanoseconds: Double
    /// By how much the process grew at the most.
    let growth: Int
    /// The size of the database's file.
    let fileSize: Int
    /// The load of the machine when it was measured, our own part included.
    let load: Double

    /// The growth, spread over the documents in the database.
    var growthPerDocument: Double { Double(growth) / Double(max(1, documents)) }
}
