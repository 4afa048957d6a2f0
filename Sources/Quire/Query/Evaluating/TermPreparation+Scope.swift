import SQLPlusPlus

extension TermPreparation {
    /// The names that terms may use.
    struct Scope: Sendable {
        /// The source of a value.
        enum Location {
            /// The first source of the statement.
            case own
            case joined(JoinedSourceName)
            /// No source, with the error for a name that is not valid.
            case none(QuireError?)
        }

        /// The name of the source whose documents are evaluated, or `nil` to accept all names.
        let source: String?
        /// Whether terms without a source name refer to this source.
        let isUnnamed: Bool
        /// The terms of the statement's column aliases.
        let aliases: [String: QueryTerm]
        /// Whether the statement has several sources, so that each property must name its source.
        var hasSeveralSources = false
        /// The sources that are joined to the first one.
        var joined: [JoinedSourceName] = []

        /// Returns the scope of a statement with one source.
        static func anySource(_ aliases: [String: QueryTerm] = [:]) -> Scope {
            Scope(source: nil, isUnnamed: true, aliases: aliases)
        }

        /// Returns the source with the given name, or the first source if the name is `nil`.
        func location(of name: String?) -> Location {
            guard let name else { return isUnnamed ? .own : .none(nil) }
            guard let source, source != name else { return .own }
            if let found = joined.first(where: { $0.name == name }) { return .joined(found) }
            return .none(
                hasSeveralSources
                    ? QueryCompiler.invalid("\(name) is not the name of a source") : nil)
        }

        /// Returns the source of a property.
        func location(ofProperty path: PropertyPath, _ name: String?) -> Location {
            if name == nil, hasSeveralSources {
                let text = path.isEmpty ? "*" : path.description
                return .none(QueryCompiler.invalid("\(text) does not name its source"))
            }
            return location(of: name)
        }
    }
}
