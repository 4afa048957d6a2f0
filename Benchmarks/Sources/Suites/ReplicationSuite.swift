#if Replication
    extension Suite {
        /// Benchmarks of replication.
        static let replication = Suite(
            name: "replication",
            summary: "documents between two databases of the process, against saving them",
            benchmarks: [
                Benchmark(
                    "replication.pull",
                    "100,000 documents received by an empty database, against saving them in batches",
                    bound: .ratio(atLeast: 0.1), prepare: ReplicationTransfer.comparePull),
                Benchmark(
                    "replication.push",
                    "100,000 documents sent to an empty database, against saving them in batches",
                    bound: .ratio(atLeast: 0.1), prepare: ReplicationTransfer.comparePush),
                Benchmark(
                    "replication.pull-floor",
                    "the same, against reading and saving them as JSON on one thread",
                    bound: .ratio(atLeast: 0.2), prepare: ReplicationTransfer.comparePullToFloor),
                Benchmark(
                    "replication.push-floor",
                    "the same, against reading and saving them as JSON on one thread",
                    bound: .ratio(atLeast: 0.2), prepare: ReplicationTransfer.comparePushToFloor),
                Benchmark(
                    "replication.delta-bytes",
                    "bytes on the wire for a counter in a document of 10 kB: a delta, against the document",
                    bound: .ratio(atLeast: 10), prepare: DeltaTransfer.compare),
            ])
    }
#endif
