/// A term and how high its tree is.
struct ParsedTerm {
    var term: QueryTerm
    var height = 1
}
