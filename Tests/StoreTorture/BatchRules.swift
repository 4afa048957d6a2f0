/// The rules that the batches in a database follow, whatever happened to the processes that wrote them.
struct BatchRules {
    let documents: [String: BatchDocument]
    /// The sequences of the documents.
    let sequences: [String: Int64]

    /// Checks that no batch was committed partially, or before an earlier one.
    func checkWholeness() throws {
        for document in documents.values {
            for (part, id) in document.ids.enumerated() {
                let other = try require(
                    documents[id], "\(id) of batch \(document.batch) is missing")
                try require(
                    other.batch >= document.batch,
                    "\(id) is still of batch \(other.batch), \(document.id) of \(document.batch)")
                guard other.batch == document.batch else { continue }
                try require(
                    try sequence(of: id) - Int64(part) == first(of: document),
                    "the sequences of batch \(document.batch) have a gap at \(id)")
            }
        }
        let inOrder = try documents.values.sorted { try sequence(of: $0.id) < sequence(of: $1.id) }
        for (document, next) in zip(inOrder, inOrder.dropFirst()) {
            try require(
                document.batch <= next.batch,
                "batch \(document.batch) has lower sequences than batch \(next.batch)")
        }
    }

    private func sequence(of id: String) throws -> Int64 {
        try require(sequences[id], "\(id) has no sequence")
    }

    /// Returns the first sequence of a document's batch.
    private func first(of document: BatchDocument) throws -> Int64 {
        try sequence(of: document.id) - document.part
    }

    /// Checks that all acknowledged batches exist.
    func check(_ acknowledged: [Acknowledgement]) throws {
        for said in acknowledged {
            for id in said.ids {
                let document = try require(
                    documents[id], "\(id) of the acknowledged batch \(said.batch) is missing")
                try require(
                    document.batch >= said.batch,
                    "\(id) is of batch \(document.batch), but \(said.batch) was acknowledged")
                guard document.batch == said.batch else { continue }
                let last = try first(of: document) + Int64(BatchDocument.batchSize) - 1
                try require(
                    last == said.sequence,
                    "batch \(said.batch) was acknowledged at sequence \(said.sequence), not \(last)"
                )
            }
        }
    }
}
