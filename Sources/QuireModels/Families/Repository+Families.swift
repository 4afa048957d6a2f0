import SQLPlusPlus

extension Repository where Model: DocumentFamily {
    /// Returns a selection of the documents of one type of the family.
    ///
    /// ```swift
    /// let large = try lodgings.filter(Hostel.self) { $0.beds > 30 }.all()
    /// ```
    ///
    /// - Parameter type: The type. A class includes its subclasses.
    /// - Returns: A selection that you can sort, limit and read.
    public func filter<Member>(_ type: Member.Type) -> Selection<Model> {
        selection.filter(type)
    }

    /// Returns a selection of the documents of one type of the family that satisfy a condition.
    ///
    /// - Parameters:
    ///   - type: The type. A class includes its subclasses.
    ///   - condition: A closure with one condition on fields of the type in each line; see
    ///     ``ConditionBuilder``.
    /// - Returns: A selection that you can sort, limit and read.
    public func filter<Member>(
        _ type: Member.Type,
        @ConditionBuilder<Member> _ condition:
            (QueryField<Member, Member>) -> QueryCondition<Member>
    ) -> Selection<Model> {
        selection.filter(type, condition)
    }
}

extension Selection where Model: DocumentFamily {
    /// Restricts the selection to the documents of one type of the family.
    ///
    /// - Parameter type: The type. A class includes its subclasses.
    /// - Returns: The filtered selection.
    public func filter<Member>(_ type: Member.Type) -> Selection {
        ofType(QueryCondition(condition: hasType(type)))
    }

    /// Restricts the selection to the documents of one type of the family that satisfy a condition.
    ///
    /// ```swift
    /// let medium = lodgings.filter(Hostel.self) {
    ///     $0.beds > 30
    ///     $0.beds < 100
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type. A class includes its subclasses.
    ///   - condition: A closure with one condition on fields of the type in each line; see
    ///     ``ConditionBuilder``.
    /// - Returns: The filtered selection. If none of its filters contains a condition, the calls
    ///   that change or delete all of its models throw an error.
    public func filter<Member>(
        _ type: Member.Type,
        @ConditionBuilder<Member> _ condition:
            (QueryField<Member, Member>) -> QueryCondition<Member>
    ) -> Selection {
        filter(type).filter(QueryCondition(condition: condition(.model).condition))
    }

    /// Sorts the selection by a property of one type of the family.
    ///
    /// In ascending order, documents of types without this property come first.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - type: The type of the family.
    ///   - direction: The sort direction.
    /// - Returns: The sorted selection.
    public func sorted<Member, Value>(
        by keyPath: any KeyPath<Member, Value> & Sendable, of type: Member.Type,
        _ direction: Direction = .ascending
    ) -> Selection {
        sorted(
            by: QueryField<Member, Member>.model[dynamicMember: keyPath].orderingTerms, direction)
    }

    /// Loads the members of one type.
    ///
    /// - Parameter type: The type. A class includes its subclasses.
    /// - Returns: The members of this type.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the family does not declare the type.
    ///   Also the errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all<Member>(_ type: Member.Type) throws -> [Member] {
        try filter(type).all().compactMap { $0.member as? Member }
    }

    /// Loads the members of one type.
    ///
    /// - Parameter type: The type. A class includes its subclasses.
    /// - Returns: The members of this type.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all<Member: Sendable>(_ type: Member.Type) async throws -> [Member] {
        let selection = filter(type)
        return try await repository.reading {
            try selection.all().compactMap { $0.member as? Member }
        }
    }

    /// Returns the condition that a document is of a type.
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
    /// - Parameter type: The type. A class includes its subclasses.
    /// - Returns: The members of this type.
    /// - Throws: The errors of `Selection/all(_:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all<Member>(_ type: Member.Type) throws -> [Member] {
        try selection.all(type)
    }

    /// Loads the members of one type.
    ///
    /// - Parameter type: The type. A class includes its subclasses.
    /// - Returns: The members of this type.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all<Member: Sendable>(_ type: Member.Type) async throws -> [Member] {
        try await selection.all(type)
    }
}
