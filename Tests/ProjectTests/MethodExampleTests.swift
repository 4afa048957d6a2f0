import Testing

/// The most used methods have an example in their documentation.
@Suite struct MethodExampleTests {
    /// The methods, by the type in whose declaration or extensions they are.
    ///
    /// A free function belongs to an empty name.
    static let methods: [String: [String]] = [
        "Repository": [
            "all()", "average(of:)", "changes(of:)", "changes(since:limit:)", "count()",
            "createIndex(on:_:options:collation:named:)", "createIndexes()", "delete(_:)",
            "delete(id:)", "exists(_:)", "filter(_:)", "find(_:)", "findStored(_:)", "first()",
            "forEach(pageSize:_:)", "grouped(by:)", "history(of:)", "insert(_:)", "json(_:)",
            "limit(_:)", "page(after:size:)", "patch(_:_:)", "purge(id:)", "require(_:)",
            "resolve(_:_:)", "save(_:)", "select(_:)", "sorted(by:_:)", "stream(pageSize:)",
            "sum(of:)", "timestamped(updated:now:)", "softDeleting(_:now:)", "update(_:_:)",
            "upsert(_:)", "using(_:)", "validated(by:)",
        ],
        "Selection": [
            "all()", "changes()", "count()", "delete()", "explain()", "exists()", "filter(_:)",
            "first()", "grouped(by:)", "limit(_:)", "matching(_:as:in:_:)", "maximum(of:)",
            "page(after:size:)", "patch(_:)", "referring(to:by:)", "select(_:)", "sorted(by:_:)",
            "stream(pageSize:)", "sum(of:)", "update(_:)",
        ],
        "GroupedSelection": ["having(_:)", "select(_:)"],
        "Projection": ["all()", "distinct()", "first()", "limit(_:)"],
        "QueryField": [
            "any(_:)", "between(_:_:)", "collating(_:)", "contains(_:)", "hasPrefix(_:)",
            "hasSuffix(_:)", "in(_:)", "like(_:)", "lowercased()",
        ],
        "Patch": ["append(_:_:)", "increment(_:by:)", "set(_:to:)"],
        "Database": [
            "changeEncryptionKey(_:rewritingFiles:)", "close()", "collection(name:scope:)",
            "copy(fromPath:toDatabase:withConfig:)",
            "createCollection(name:scope:)", "createQuery(_:)", "delete()",
            "exists(withName:inDirectory:)", "inBatch(using:)", "init(inMemoryNamed:)",
            "init(name:config:)", "performMaintenance(type:)", "snapshot(_:)",
        ],
        "DocumentDatabase": ["query(_:)", "repository(of:typeKey:conflicts:)", "use(_:for:)"],
        "DocumentCollection": [
            "addChangeListener(queue:listener:)", "changes()", "createIndex(withName:config:)",
            "delete(document:)", "document(id:)", "purge(id:)", "save(document:)",
        ],
        "Query": ["changes()", "execute()", "explain()"],
        "ResultSet": ["allResults()", "decode(_:)"],
        "QueryRow": ["decode(_:)", "toJSON()"],
        "Document": ["toMutable()"],
        "MutableDocument": ["init(id:data:)", "init(id:json:)"],
        "DictionaryProtocol": [
            "contains(key:)", "date(forKey:)", "double(forKey:)", "int(forKey:)",
            "string(forKey:)",
        ],
        "MutableDictionaryProtocol": [
            "removeValue(forKey:)", "setDate(_:forKey:)", "setString(_:forKey:)",
            "setValue(_:forKey:)",
        ],
        "DocumentEncoder": ["encode(_:)", "encodeToFleece(_:)", "encodeToJSON(_:format:)"],
        "DocumentDecoder": ["decode(_:from:)", "decode(_:fromJSON:)"],
        "Blob": ["init(contentType:data:)", "init(contentType:fileURL:)", "read()"],
        "ConflictRule": ["merge(_:)", "mergeFields(_:)"],
        "DeleteRule": [
            "cascade(_:in:scope:typeKey:)", "deny(_:in:scope:typeKey:)",
            "nullify(_:in:scope:typeKey:)",
        ],
        "IndexPlan": ["apply()"],
        "Migrations": ["migrate(to:_:)", "migrate(to:from:_:)"],
        "ModelIndex": ["init(on:_:options:collation:named:)"],
        "Reference": ["init(to:)", "resolve(in:)"],
        "UndoHistory": ["redo(onConflict:)", "step(_:in:using:)", "undo(onConflict:)"],
        "ValidationRules": ["check(_:_:)", "validate(_:)", "violations(of:)"],
        "InMemoryDatabase": ["init(name:)"],
        "InMemoryStore": ["collection(named:)", "init(name:)"],
        "": [
            "expectIndexed(_:by:sourceLocation:)",
            "expectRoundTrips(_:fixtures:examples:ignoring:seed:count:sourceLocation:)",
            "expectStored(_:at:sourceLocation:)",
        ],
    ]

    /// A public function with its documentation.
    struct DocumentedFunction: Hashable {
        let type: String
        let name: String
        let hasExample: Bool
    }

    /// Returns the public functions of types that a file declares.
    static func functions(in text: String, of types: Set<String>) -> [DocumentedFunction] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var functions: [DocumentedFunction] = []
        var type = ""
        var hasExample = false
        for (index, line) in lines.enumerated() {
            let start = line.drop { $0 == " " }
            if start.hasPrefix("///") {
                hasExample = hasExample || start.contains("```swift")
                continue
            }
            if start.hasPrefix("@") || start.isEmpty { continue }
            defer { hasExample = false }
            let isTopLevel = line.first != " "
            if isTopLevel { type = typeName(in: line) }
            guard start.hasPrefix("public "), types.contains(type),
                start.contains("func ") || start.contains("init")
            else { continue }
            let declaration = lines[index..<min(index + 12, lines.count)]
                .joined(separator: " ").replacing(/"([^"\\\n]|\\.)*"/, with: "")
            guard let name = DeclaredNames.function(declaredBy: declaration) else { continue }
            functions.append(DocumentedFunction(type: type, name: name, hasExample: hasExample))
        }
        return functions
    }

    /// Returns the name of the type that a line declares or extends, or an empty string.
    private static func typeName(in line: Substring) -> String {
        let words = line.split(separator: " ")
        let kinds: Set<Substring> = ["extension", "struct", "class", "enum", "protocol", "actor"]
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
            return ""
        }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." })
    }

    private static let all = ProjectFiles.sources
        .filter { path in
            let modules = [
                "Quire", "QuireDocuments", "QuireModels", "QuireQuery", "QuireStore",
                "QuireStoreQuery", "QuireInMemory", "QuireTesting",
            ]
            return modules.contains { path.hasPrefix("Sources/\($0)/") }
        }
        .flatMap { functions(in: (try? ProjectFiles.text(of: $0)) ?? "", of: Set(methods.keys)) }

    @Test(arguments: methods.keys.sorted())
    func `the most used methods have an example`(type: String) throws {
        let names = try #require(Self.methods[type])
        let own = Self.all.filter { $0.type == type }
        let unknown = names.filter { name in !own.contains { $0.name == name } }
        #expect(unknown == [], "no public function")
        let bare = names.filter { name in !own.contains { $0.name == name && $0.hasExample } }
        #expect(bare == [], "no example")
    }

    @Test func `the list is long`() {
        #expect(Self.methods.values.map(\.count).reduce(0, +) > 120)
    }

    @Test func `functions and their examples are found`() {
        let text = """
            extension Hotel {
                /// Opens the hotel.
                ///
                /// ```swift
                /// hotel.open()
                /// ```
                @discardableResult
                public func open() {}
                /// Closes the hotel.
                public func close(_ door: Int) {}
                func move() {}
                public var isOpen: Bool { true }
            }
            /// ```swift
            /// demolish()
            /// ```
            public func demolish() {}
            """
        let functions = Self.functions(in: text, of: ["Hotel", ""])
        #expect(functions.map(\.type) == ["Hotel", "Hotel", ""])
        #expect(functions.map(\.name) == ["open()", "close(_:)", "demolish()"])
        #expect(functions.map(\.hasExample) == [true, false, true])
    }
}
