/// An operation measured by a scaling run.
enum ScalingOperation: String, CaseIterable, Codable {
    case save
    case find
    case query
    case open

    /// A description of the operation.
    var title: String {
        switch self {
        case .save: "save a document"
        case .find: "find by ID"
        case .query: "indexed query of 20"
        case .open: "open the database"
        }
    }
}

/// The figures of an operation in a database of one size.
struct ScalingFigures: Codable {
    let operation: ScalingOperation
    /// The number of documents in the database.
    let documents: Int
    /// The elapsed time per operation.
    let nanoseconds: Double
    /// The processor time per operation.
    let processorNanoseconds: Double
    /// The maximum memory growth of the process.
    let growth: Int
    /// The size of the database file.
    let fileSize: Int
    /// The load average of the machine during the measurement, including the measurement itself.
    let load: Double

    /// The memory growth per document in the database.
    var growthPerDocument: Double { Double(growth) / Double(max(1, documents)) }
}
