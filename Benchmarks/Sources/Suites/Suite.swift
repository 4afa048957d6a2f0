/// The benchmarks of one part of the package.
struct Suite: Sendable {
    let name: String
    let summary: String
    let benchmarks: [Benchmark]

    /// All suites, in the order in which they run.
    static let all: [Suite] =
        [.fleece, .documents, .coding, .store, .query, .repository, .vectors] + encrypted
        + onServers
        + replicated

    /// The suites that need the trait Encryption.
    private static var encrypted: [Suite] {
        #if Encryption
            [.encryption]
        #else
            []
        #endif
    }

    /// The suites that need the trait PostgreSQL.
    private static var onServers: [Suite] {
        #if PostgreSQL
            [.postgres]
        #else
            []
        #endif
    }

    /// The suites that need the trait Replication.
    private static var replicated: [Suite] {
        #if Replication
            [.replication]
        #else
            []
        #endif
    }
}
