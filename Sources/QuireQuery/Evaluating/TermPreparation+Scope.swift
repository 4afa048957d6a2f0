package import SQLPlusPlus

extension TermPreparation {
    /// The names that terms may use.
    package struct Scope: Sendable {
        /// The source of a value.
        package enum Location {
            /// The first source of the statement.
            case own
            case joined(JoinedSourceName)
            /// No source, with the error for a name that is not valid.
            case none(QuireError?)
        }

        /// The name of the source whose documents are evaluated, or `nil` to accept all names.
        package let source: String?
        /// Whether terms without a source name refer to this source.
        package let isUnnamed: Bool
        /// The terms of the statement's column aliases.
        package let aliases: [String: QueryTerm]
        /// Whether the statement has several sources, so that each property must name its source.
        var hasSeveralSources = false
        /// The sources that are joined to the first one.
        package var joined: [JoinedSourceName] = []

        package init(
            source: String?, isUnnamed: Bool, aliases: [String: QueryTerm],
            hasSeveralSources: Bool = false, joined: [JoinedSourceName] = []
        ) {
            self.source = source
            self.isUnnamed = isUnnamed
            self.aliases = aliases
            self.hasSeveralSources = hasSeveralSources
            self.joined = joined
        }

        /// Returns the scope of a statement with one source.
        package static func anySource(_ aliases: [String: QueryTerm] = [:]) -> Scope {
            Scope(source: nil, isUnnamed: true, aliases: aliases)
        }

        /// Returns the source with the given name, or the first source if the name is `nil`.
        package func location(of name: String?) -> Location {
            guard let name else { return isUnnamed ? .own : .none(nil) }
            guard let source, source != name else { return .own }
            if let found = joined.first(where: { $0.name == name }) { return .joined(found) }
            return .none(
                hasSeveralSources
                    ? QuireError.invalidQuery("\(name) is not the name of a source") : nil)
        }

        /// Returns the source of a property.
        package func location(ofProperty path: PropertyPath, _ name: String?) -> Location {
            if name == nil, hasSeveralSources {
                let text = path.isEmpty ? "*" : path.description
                return .none(QuireError.invalidQuery("\(text) does not name its source"))
            }
            return location(of: name)
        }
    }
}
