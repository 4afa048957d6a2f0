extension Result where Failure == QuireError {
    /// Creates a result with the values of other results, or the first error.
    package init<Value>(valuesOf results: [Result<Value, QuireError>]) where Success == [Value] {
        self = Result { () throws(QuireError) in
            var values: [Value] = []
            for result in results { values.append(try result.get()) }
            return values
        }
    }
}
