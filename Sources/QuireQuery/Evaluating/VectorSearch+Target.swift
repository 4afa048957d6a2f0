package import QuireSearch
import SQLPlusPlus

extension VectorSearch {
    /// Returns the vector to which distances are computed.
    ///
    /// - Parameters:
    ///   - parameters: The values of the query's parameters.
    ///   - metric: The metric of the index, which the search uses if it names no metric.
    /// - Returns: The vector.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the parameter has no value, the value is not
    ///   a vector, or it is a vector of zeros for the metric ``DistanceMetric/cosine``.
    package func vector(
        _ parameters: ParameterValues, metric: DistanceMetric = .euclideanSquared
    ) throws -> VectorTarget {
        let metric = self.metric ?? metric
        var preparation = TermPreparation(parameters: parameters)
        let root = try preparation.typedNode(target)
        let term = preparation.term(root)
        var evaluation = Evaluation(for: term, preparation.locations)
        evaluation.beginNothing()
        defer { evaluation.end() }
        let value = term.value(&evaluation)
        try evaluation.checkFailure()
        return try VectorTarget(VectorReader.numbers(of: value), metric: metric, named: targetName)
    }

    private var targetName: String {
        if case .parameter(let name) = target { return "The query's parameter $\(name)" }
        return "The second argument of \(Self.function)"
    }
}

extension VectorTarget {
    /// Creates a target, or throws an error that names it.
    ///
    /// - Parameters:
    ///   - numbers: The numbers, or `nil` if the value is not a vector.
    ///   - metric: How distances are computed.
    ///   - name: The beginning of the message.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter`.
    package init(_ numbers: [Float]?, metric: DistanceMetric, named name: String) throws {
        guard let numbers, (1...VectorReader.maxDimensions).contains(numbers.count),
            numbers.allSatisfy(\.isFinite)
        else {
            throw QuireError(
                .invalidQueryParameter,
                "\(name) is not a vector: it must be an array of 1 to \(VectorReader.maxDimensions) "
                    + "finite numbers, or their 32-bit form as data or base64.")
        }
        self.init(numbers, metric: metric)
        guard metric != .cosine || !isZero else {
            throw QuireError(
                .invalidQueryParameter,
                "\(name) has only zeros, so it has no direction and no distance by COSINE.")
        }
    }
}
