import SQLPlusPlus

extension Repository where Model: DocumentFamily {
    /// Restricts the repository to the documents of one type of the family.
    ///
    /// - Parameter type: The type; of a class its subclasses come too.
    /// - Returns: A selection that can be sorted, limited and read.
    public func filter<Member>(_ type: Member.Type) -> Selection<Model> {
        everything.filter(type)
    }

    /// Restricts the repository to the documents of one type of the family that fulfil a condition on
    /// the type's own properties.
    ///
    /// - Parameters:
    ///   - type: The type; of a class its subclasses come too.
    ///   - condition: A closure that compares fields of the type.
    /// - Returns: A selection that can be sorted, limited and read.
    public func filter<Member>(
        _ type: Member.Type,
        _ condition: (QueryField<Member, Member>) -> QueryCondition<Member>
    ) -> Selection<Model> {
        everything.filter(type, condition)
    }
}

extension Selection where Model: DocumentFamily {
    /// Restricts the selection to the documents of one type of the family.
    ///
    /// - Parameter type: The type; of a class its subclasses come too.
    /// - Returns: The models of that type.
    public func filter<Member>(_ type: Member.Type) -> Selection {
        filter(QueryCondition(hasType(type)))
    }

    /// Restricts the selection to the documents of one type of the family that fulfil a condition on
    /// the type's own properties.
    ///
    /// - Parameters:
    ///   - type: The type; of a class its subclasses come too.
    ///   - condition: A closure that compares fields of the type.
    /// - Returns: The models of that type that fulfil the condition too.
    public func filter<Member>(
        _ type: Member.Type,
        _ condition: (QueryField<Member, Member>) -> QueryCondition<Member>
    ) -> Selection {
        let condition = condition(.model).term
        let both = hasType(type).flatMap { type in
            condition.map { QueryTerm.operation(.and, [type, $0]) }
        }
        return filter(QueryCondition(both))
    }

    /// Sorts the selection by a property of one type of the family; those of other types come first.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - type: The type of the family.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: The sorted selection.
    public func sorted<Member, Value>(
        by keyPath: any KeyPath<Member, Value> & Sendable, of type: Member.Type,
        _ direction: Direction = .ascending
    ) -> Selection {
        sorted(by: QueryField<Member, Member>.model[dynamicMember: keyPath].term, direction)
    }

    /// Loads the members of one type.
    ///
    /// - Parameter type: The type; of a class its subclasses come too.
    /// - Returns: The members of that type.
    /// - Throws: As `all()`; ``QuireError`` with code `invalidQuery` if the family has no such type.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all<Member>(_ type: Member.Type) throws -> [Member] {
        try filter(type).all().compactMap { $0.member as? Member }
    }

    /// Loads the members of one type.
    ///
    /// - Parameter type: The type; of a class its subclasses come too.
    /// - Returns: The members of that type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func all<Member: Sendable>(_ type: Member.Type) async throws -> [Member] {
        let selection = filter(type)
        return try await repository.reading {
            try selection.all().compactMap { $0.member as? Member }
        }
    }

    /// The condition that a document is of a type.
    private func hasType<Member>(_ type: Member.Type) -> Result<QueryTerm, QuireError> {
        let types = FamilyTypes<Model>.all
        if Member.self == UnknownDocument.self, types.unknown != nil {
            let known = DocumentTypes(names: types.names, includesOthers: false)
            return .success(known.condition(repository.typeKey).negated)
        }
        let names = types.names(of: type)
        guard !names.isEmpty else {
            return .failure(
                QuireError(.invalidQuery, "\(Model.self) has no member of type \(type)."))
        }
        let own = DocumentTypes(names: names, includesOthers: false)
        return .success(own.condition(repository.typeKey))
    }
}

extension Repository where Model: DocumentFamily {
    /// Loads the members of one type.
    ///
    /// - Parameter type: The type; of a class its subclasses come too.
    /// - Returns: The members of that type.
    /// - Throws: As `Selection/all(_:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all<Member>(_ type: Member.Type) throws -> [Member] {
        try everything.all(type)
    }

    /// Loads the members of one type.
    ///
    /// - Parameter type: The type; of a class its subclasses come too.
    /// - Returns: The members of that type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func all<Member: Sendable>(_ type: Member.Type) async throws -> [Member] {
        try await everything.all(type)
    }
}
