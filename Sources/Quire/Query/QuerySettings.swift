/// What can be set of a query between its runs.
struct QuerySettings: Sendable {
    var parameters = ParameterValues()
    var timeLimit: Duration?
}
