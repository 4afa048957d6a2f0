import QuireSearch

/// The distance of two vectors, which SQLite and the evaluator compute with the same function.
enum VectorFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_vector_distance", arguments: 2...5) {
            call throws(FunctionFailure) in
            let target = try call.environment.prepared(1) { () throws(FunctionFailure) in
                try PreparedVectorTarget(call)
            }.target
            let distance = VectorReader.withNumbers(of: call[0], dimensions: target.dimensions) {
                target.distance(to: $0)
            }
            return distance.map { .double(Double($0)) } ?? .missing
        }
    ]
}

/// The target of a call of `VECTOR_DISTANCE`, which usually is the same for all documents.
private final class PreparedVectorTarget: Sendable {
    let target: VectorTarget

    init(_ call: FunctionCall) throws(FunctionFailure) {
        guard let numbers = VectorReader.numbers(of: call[1]) else {
            throw .invalid(
                "the second argument of VECTOR_DISTANCE is not a vector: it must be an array of 1 to "
                    + "\(VectorReader.maxDimensions) finite numbers, or their bytes as data or base64"
            )
        }
        var metric = DistanceMetric.euclideanSquared
        if call.count > 2 {
            guard let name = call[2].string, let named = DistanceMetric(named: name) else {
                let word =
                    call[2].string?.debugDescription ?? "the third argument of VECTOR_DISTANCE"
                throw .invalid(
                    "\(word) is not a metric: use EUCLIDEAN, EUCLIDEAN_SQUARED, COSINE or DOT")
            }
            metric = named
        }
        target = VectorTarget(numbers, metric: metric)
    }
}
