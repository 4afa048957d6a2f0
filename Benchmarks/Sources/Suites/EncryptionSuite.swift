#if Encryption
    extension Suite {
        /// Benchmarks of encrypted databases, against the same work without encryption.
        static let encryption = Suite(
            name: "encryption",
            summary: "encrypted databases, against the same work without encryption",
            benchmarks: [
                Benchmark(
                    "encryption.insert", "20,000 new documents, 1,000 per transaction",
                    bound: .ratio(atLeast: 0.85), prepare: EncryptedWork.compareInsert),
                Benchmark(
                    "encryption.save", "2,000 transactions of one new document",
                    bound: .ratio(atLeast: 0.8), prepare: EncryptedWork.compareSave),
                Benchmark(
                    "encryption.find",
                    "documents by random ID of 200,000, whose file is larger than the cache",
                    bound: .ratio(atLeast: 0.75), prepare: { try EncryptedWork.compareFind() }),
                Benchmark(
                    "encryption.find-cold",
                    "the same with a cache of 64 kB, so that almost every page is decrypted",
                    bound: .ratio(atLeast: 0.55),
                    prepare: { try EncryptedWork.compareFind(cacheSize: 64 << 10) }),
                Benchmark(
                    "encryption.find-large-cache",
                    "the same with a cache of 256 MB, which contains the whole file",
                    bound: .ratio(atLeast: 0.9),
                    prepare: {
                        try EncryptedWork.compareFind(cacheSize: 256 << 20, fitIntoCache: true)
                    }),
                Benchmark(
                    "encryption.filter",
                    "the documents of 200,000 that meet a condition, by reading and decrypting the whole file",
                    bound: .ratio(atLeast: 0.6), prepare: EncryptedWork.compareFilter),
                Benchmark(
                    "encryption.open",
                    "opening a database with a key of 32 bytes, reading a document, and closing it",
                    bound: .ratio(atLeast: 0.6), prepare: EncryptedWork.compareOpen),
                Benchmark(
                    "encryption.blob", "reading a blob of 8 MB", bound: .ratio(atLeast: 0.8),
                    prepare: EncryptedWork.compareBlob),
            ])
    }
#endif
