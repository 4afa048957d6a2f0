import SQLPlusPlus
import Testing

/// The examples in the documentation of the SQL++ parser and its trees.
@Suite struct SQLPlusPlusExamples {
    @Test func parsing() throws {
        var statement = try SelectStatement.parse("SELECT name FROM hotels WHERE stars >= 4")
        statement.limit = .literal(.integer(10))
        print(statement)  // the text with LIMIT 10
        #expect(statement.description.hasSuffix("LIMIT 10"))
        let cheap = try SelectStatement.parse(
            "SELECT name, roomRate FROM _ WHERE roomRate < $limit ORDER BY roomRate")
        print(cheap.columnNames)  // ["name", "roomRate"]
        #expect(cheap.columnNames == ["name", "roomRate"])
        let condition = try QueryTerm.parse("address.city = 'Bergen' AND roomRate < 150")
        guard case .operation(.and, let operands) = condition else {
            Issue.record("not a conjunction")
            return
        }
        #expect(operands.count == 2)
    }

    @Test func creatingStatements() throws {
        let statement = SelectStatement(
            [ResultColumn(.value(at: try PropertyPath("name")))],
            from: CollectionSource("hotels"),
            orderedBy: [OrderingTerm(.value(at: try PropertyPath("roomRate")), .descending)])
        #expect(
            try statement == .parse("SELECT name FROM hotels ORDER BY roomRate DESC"))
        let city = ResultColumn(.value(at: try PropertyPath("address.city")), as: "city")
        #expect(city.alias == "city")
        let source = CollectionSource("hotels", scope: "travel", as: "h")
        print(source.name)  // h
        #expect(source.name == "h")
        let rooms = JoinClause.unnest(.value(at: try PropertyPath("rooms"), of: "h"), as: "room")
        let joined = SelectStatement([.star], from: source, joining: [rooms])
        print(joined.sourceNames)  // ["h", "room"]
        #expect(joined.sourceNames == ["h", "room"])
        let mostExpensiveFirst = OrderingTerm(.value(at: try PropertyPath("roomRate")), .descending)
        #expect(mostExpensiveFirst.direction == .descending)
        let byName = OrderingTerm(.value(at: try PropertyPath("name")), .ascending)
        #expect(byName.direction == .ascending)
        let isPartner = QueryTerm.operation(
            .equal, [.metadata(.id, of: "p"), .value(at: try PropertyPath("partner"), of: "h")])
        let partners = JoinClause.join(.left, CollectionSource("hotels", as: "p"), on: isPartner)
        #expect(partners.name == "p")
    }

    @Test func creatingTerms() throws {
        let rate = QueryTerm.value(at: try PropertyPath("roomRate"))
        let isCheap = QueryTerm.operation(.lessThan, [rate, .literal(.integer(150))])
        print(isCheap)  // roomRate < 150
        #expect(try isCheap == .parse("roomRate < 150"))
        let city = QueryTerm.literal(.string("Bergen"))
        let summary = QueryTerm.dictionary([
            DictionaryEntry("rate", rate), DictionaryEntry("city", city),
        ])
        #expect(try summary == .parse("{'rate': roomRate, 'city': 'Bergen'}"))
        let id = QueryTerm.metadata(.id, of: nil)  // META().id
        #expect(try id == .parse("META().id"))
        let isNotCheap = QueryTerm.unary(.not, isCheap)
        #expect(try isNotCheap == .parse("NOT (roomRate < 150)"))
        let total = QueryTerm.operation(.add, [rate, .literal(.integer(20))])
        print(total, BinaryOperator.add.spelling)  // roomRate + 20 +
        #expect(try total == .parse("roomRate + 20"))
        let hasRate = QueryTerm.test(.isValued, rate)
        print(hasRate)  // roomRate IS VALUED
        #expect(try hasRate == .parse("roomRate IS VALUED"))
        let cheap = CaseTerm.Branch(when: isCheap, then: .literal(.string("budget")))
        let category = CaseTerm(
            [CaseTerm.Branch(when: isCheap, then: .literal(.string("budget")))],
            otherwise: .literal(.string("standard")))
        #expect(
            try .conditional(category)
                == QueryTerm.parse("CASE WHEN roomRate < 150 THEN 'budget' ELSE 'standard' END"))
        #expect(category.branches == [cheap])
    }

    @Test func quantifying() throws {
        let isSea = QueryTerm.operation(
            .equal, [.variable("tag", PropertyPath()), .literal(.string("sea"))])
        let hasSeaTag = QueryTerm.quantified(
            QuantifiedTerm(.any, "tag", in: .value(at: try PropertyPath("tags")), satisfies: isSea))
        #expect(try hasSeaTag == .parse("ANY tag IN tags SATISFIES tag = 'sea' END"))
        let tags = QueryTerm.value(at: try PropertyPath("tags"))
        let onlySeaTags = QuantifiedTerm(.anyAndEvery, "tag", in: tags, satisfies: isSea)
        #expect(
            try .quantified(onlySeaTags)
                == QueryTerm.parse("ANY AND EVERY tag IN tags SATISFIES tag = 'sea' END"))
        let hasParameters = hasSeaTag.contains { term in
            if case .parameter = term { true } else { false }
        }
        #expect(!hasParameters)
    }

    @Test func collating() throws {
        let ignoringCase = TextCollation(isUnicodeAware: true, isCaseSensitive: false)
        let name = QueryTerm.collated(.value(at: try PropertyPath("name")), ignoringCase)
        #expect(name != .value(at: try PropertyPath("name")))
    }

    @Test func paths() throws {
        let path = try PropertyPath("address.phones[0]")
        print(path.components.count)  // 3
        print(PropertyPath().appending(key: "address").appending(key: "city"))  // address.city
        #expect(path.components == [.key("address"), .key("phones"), .index(0)])
        #expect(
            PropertyPath().appending(key: "address").appending(key: "city").description
                == "address.city")
        let phones = PropertyPath([.key("phones"), .index(-1)])
        print(phones)  // phones[-1]
        #expect(phones.description == "phones[-1]")
    }

    @Test func errors() throws {
        do {
            _ = try SelectStatement.parse("SELECT name FORM hotels")
        } catch {
            print(error.line, error.column, error.message)
        }
        #expect(throws: SQLPlusPlusError.self) {
            try SelectStatement.parse("SELECT name FORM hotels")
        }
        let functions = FunctionTable(["UPPER": 1...1, "COUNT": 0...1])
        let statement = try SelectStatement.parse("SELECT UPPER(name) FROM _", knowing: functions)
        #expect(statement.columns.count == 1)
        #expect(functions.argumentCounts(of: "LOWER") == nil)
    }
}
