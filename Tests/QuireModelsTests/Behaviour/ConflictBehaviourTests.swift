import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct ConflictBehaviourTests {
    struct Article: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title = "t"
        var views = 10
        var rating: Double?
        var tags: [String] = ["a", "b"]
        var seen: Date?
        var meta = Meta()

        struct Meta: Codable, Equatable, Sendable {
            var author: String?
            var edits = 1
        }
    }

    /// Loads an article twice, and saves one copy before the other.
    private func conflict(
        _ kind: TestStore, theirs: (inout Article) -> Void, mine: (inout Article) -> Void
    ) throws -> (Repository<Article>, base: Article, mine: Article) {
        let articles = try kind.open().repository(of: Article.self)
        let base = try articles.save(Article(id: "a"))
        var (first, second) = (base, base)
        theirs(&first)
        mine(&second)
        try articles.save(first)
        return (articles, base, second)
    }

    @Test(arguments: TestStore.all)
    func `by default, a conflict throws and changes nothing`(kind: TestStore) throws {
        let (articles, _, mine) = try conflict(
            kind, theirs: { $0.title = "theirs" }, mine: { $0.title = "mine" })
        #expect { try articles.save(mine) } throws: { QuireError.Code.conflict ~= $0 }
        #expect { try articles.save(mine, onConflict: .fail) } throws: {
            QuireError.Code.conflict ~= $0
        }
        #expect(try articles.require("a").title == "theirs")
    }

    @Test(arguments: TestStore.all)
    func `an overwriting save wins`(kind: TestStore) throws {
        let (articles, _, mine) = try conflict(
            kind, theirs: { $0.title = "theirs" }, mine: { $0.title = "mine" })
        let saved = try articles.save(mine, onConflict: .overwrite)
        #expect(try articles.require("a").title == "mine")
        try articles.save(saved)
    }

    @Test(arguments: TestStore.all)
    func `an overwriting save wins over a deletion and a purge`(kind: TestStore) throws {
        let articles = try kind.open().repository(of: Article.self)
        var article = try articles.save(Article(id: "a"))
        try articles.delete(id: "a")
        article = try articles.save(article, onConflict: .overwrite)
        try articles.purge(id: "a")
        try articles.save(article, onConflict: .overwrite)
        #expect(try articles.exists("a"))
    }

    @Test(arguments: TestStore.all)
    func `no rule overwrites a document of another type`(kind: TestStore) throws {
        let store = try kind.open()
        let articles = try store.repository(of: Article.self)
        try store.put("a", #"{"type":"other"}"#)
        let rules: [ConflictRule<Article>] = [
            .fail, .overwrite, .merge { $0.mine }, .mergeFields(),
        ]
        for rule in rules {
            #expect { try articles.save(Article(id: "a"), onConflict: rule) } throws: {
                QuireError.Code.conflict ~= $0
            }
        }
        #expect(try store.body("a") == #"{"type":"other"}"#)
    }

    @Test(arguments: TestStore.all)
    func `a closure merges base, mine and theirs`(kind: TestStore) throws {
        let (articles, base, mine) = try conflict(
            kind, theirs: { $0.views = 13 }, mine: { $0.views = 15 })
        let saved = try articles.save(
            mine, base: base,
            onConflict: .merge { conflict in
                var merged = conflict.mine
                merged.views += (conflict.theirs?.views ?? 0) - (conflict.base?.views ?? 0)
                merged.title = conflict.id
                return merged
            })
        #expect(saved.views == 18 && saved.title == "a")
        #expect(try articles.require("a") == saved)
        try articles.save(saved)
    }

    @Test(arguments: TestStore.all)
    func `a closure is called only for a conflict`(kind: TestStore) throws {
        struct Asked: Error {}
        let articles = try kind.open().repository(of: Article.self)
        let article = try articles.save(Article(id: "a"))
        let current = try articles.save(article, onConflict: .merge { _ in throw Asked() })
        #expect(throws: Asked.self) {
            try articles.save(article, onConflict: .merge { _ in throw Asked() })
        }
        #expect(try articles.findStored("a")?.revisionID.description == current.$id)
    }

    @Test(arguments: TestStore.all)
    func `a closure receives deletions and new documents`(kind: TestStore) throws {
        let articles = try kind.open().repository(of: Article.self)
        let article = try articles.save(Article(id: "a"))
        try articles.delete(id: "a")
        try articles.save(
            article,
            onConflict: .merge { conflict in
                #expect(conflict.theirs == nil && conflict.base == nil)
                return conflict.mine
            })
        try articles.save(
            Article(id: "a", title: "new"),
            onConflict: .merge { conflict in
                #expect(conflict.theirs?.title == "t")
                return conflict.mine
            })
        #expect(try articles.require("a").title == "new")
    }

    @Test(arguments: TestStore.all)
    func `a stored model includes its base, also after a save`(kind: TestStore) throws {
        let memos = try kind.open().repository(of: Memo.self)
        try memos.insert(Memo(text: "a"), id: "m")
        var mine = try #require(try memos.findStored("m"))
        let rule = ConflictRule<Memo>.merge {
            Memo(text: "\($0.base?.text ?? "-")\($0.mine.text)\($0.theirs?.text ?? "-")")
        }
        try memos.update("m") { $0.text = "b" }
        mine.text = "c"
        mine = try memos.save(mine, onConflict: rule)
        #expect(mine.text == "acb")
        try memos.update("m") { $0.text = "d" }
        mine.text = "e"
        mine = try memos.save(mine, onConflict: rule)
        #expect(mine.text == "acbed")
    }

    // MARK: Field by field

    struct Merge: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let theirs: @Sendable (inout Article) -> Void
        let mine: @Sendable (inout Article) -> Void
        let rule: @Sendable (inout MergePolicies<Article>) -> Void
        let expected: @Sendable (inout Article) -> Void

        init(
            _ description: String, theirs: @escaping @Sendable (inout Article) -> Void,
            mine: @escaping @Sendable (inout Article) -> Void,
            rule: @escaping @Sendable (inout MergePolicies<Article>) -> Void = { _ in },
            expected: @escaping @Sendable (inout Article) -> Void
        ) {
            testDescription = description
            self.theirs = theirs
            self.mine = mine
            self.rule = rule
            self.expected = expected
        }
    }

    static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    static let merges = [
        Merge(
            "changes of different fields are both made", theirs: { $0.title = "theirs" },
            mine: { $0.views = 1 },
            expected: {
                $0.title = "theirs"
                $0.views = 1
            }),
        Merge(
            "the last writer wins", theirs: { $0.title = "theirs" }, mine: { $0.title = "mine" },
            expected: { $0.title = "mine" }),
        Merge(
            "in nested objects", theirs: { $0.meta.author = "theirs" }, mine: { $0.meta.edits = 2 },
            expected: { $0.meta = .init(author: "theirs", edits: 2) }),
        Merge(
            "a field that is removed goes", theirs: { $0.title = "theirs" },
            mine: { $0.tags = [] },
            expected: {
                $0.title = "theirs"
                $0.tags = []
            }),
        Merge(
            "an object as a whole", theirs: { $0.meta.author = "theirs" },
            mine: { $0.meta.edits = 2 }, rule: { $0.lastWriter(\.meta) },
            expected: { $0.meta = .init(author: nil, edits: 2) }),
        Merge(
            "the first writer wins", theirs: { $0.title = "theirs" }, mine: { $0.title = "mine" },
            rule: { $0.firstWriter(\.title) }, expected: { $0.title = "theirs" }),
        Merge(
            "a counter adds up", theirs: { $0.views += 3 }, mine: { $0.views -= 1 },
            rule: { $0.counter(\.views) }, expected: { $0.views = 12 }),
        Merge(
            "a nested counter adds up", theirs: { $0.meta.edits += 3 },
            mine: { $0.meta.edits += 4 }, rule: { $0.counter(\.meta.edits) },
            expected: { $0.meta.edits = 8 }),
        Merge(
            "a counter that was not there adds up", theirs: { $0.rating = 1.5 },
            mine: { $0.rating = 2 }, rule: { $0.counter(\.rating) }, expected: { $0.rating = 3.5 }),
        Merge(
            "sets are united without what was removed", theirs: { $0.tags = ["b", "c"] },
            mine: { $0.tags = ["a", "b", "d"] }, rule: { $0.set(\.tags) },
            expected: { $0.tags = ["b", "c", "d"] }),
        Merge(
            "the greater number", theirs: { $0.views = 20 }, mine: { $0.views = 15 },
            rule: { $0.maximum(\.views) }, expected: { $0.views = 20 }),
        Merge(
            "the lesser number", theirs: { $0.views = 20 }, mine: { $0.views = 15 },
            rule: { $0.minimum(\.views) }, expected: { $0.views = 15 }),
        Merge(
            "the later date", theirs: { $0.seen = date(9) }, mine: { $0.seen = date(1e9) },
            rule: { $0.maximum(\.seen) }, expected: { $0.seen = date(1e9) }),
        Merge(
            "the greater of one", theirs: { $0.seen = date(9) }, mine: { $0.title = "mine" },
            rule: { $0.maximum(\.seen) },
            expected: {
                $0.seen = date(9)
                $0.title = "mine"
            }),
    ]

    @Test(arguments: TestStore.all, merges)
    func `fields are merged by their policies`(kind: TestStore, merge: Merge) throws {
        let (articles, base, mine) = try conflict(kind, theirs: merge.theirs, mine: merge.mine)
        var expected = base
        merge.expected(&expected)
        let saved = try articles.save(mine, base: base, onConflict: .mergeFields(merge.rule))
        #expect(saved == expected)
        #expect(try articles.require("a") == expected)
        try articles.save(saved)
    }

    @Test(arguments: TestStore.all)
    func `fields unknown to the model survive a merge`(kind: TestStore) throws {
        let store = try kind.open()
        let articles = try store.repository(of: Article.self)
        let base = try articles.save(Article(id: "a"))
        var mine = base
        mine.views = 1
        let body = try #require(try store.body("a"))
        try store.put("a", #"{"new":{"x":1},"# + body.dropFirst())
        try articles.save(mine, base: base, onConflict: .mergeFields())
        #expect(try store.body("a")?.contains(#""new":{"x":1}"#) == true)
        #expect(try articles.require("a").views == 1)
    }

    @Test(arguments: TestStore.all)
    func `merging fields requires a base`(kind: TestStore) throws {
        let (articles, _, mine) = try conflict(
            kind, theirs: { $0.title = "theirs" }, mine: { $0.views = 2 })
        let rules: [ConflictRule<Article>] = [
            .mergeFields(), .mergeFields { $0.counter(\.views) },
            .mergeFields { $0.maximum(\.views) },
        ]
        for rule in rules {
            let error = #expect(throws: QuireError.self) {
                try articles.save(mine, onConflict: rule)
            }
            #expect(error?.code == .conflict)
            for remedy in ["base:", "Stored", "conflicts: .mergeFields()"] {
                #expect(error?.message.contains(remedy) == true)
            }
        }
        #expect(try articles.require("a").title == "theirs" && articles.require("a").views == 10)
    }

    @Test(arguments: TestStore.all)
    func `fields cannot be merged with a deletion`(kind: TestStore) throws {
        let articles = try kind.open().repository(of: Article.self)
        let article = try articles.save(Article(id: "a"))
        try articles.delete(id: "a")
        #expect { try articles.save(article, onConflict: .mergeFields()) } throws: {
            QuireError.Code.conflict ~= $0
        }
    }

    @Test(arguments: TestStore.all)
    func `a policy for a property that is not stored is an error`(kind: TestStore) throws {
        let (articles, _, mine) = try conflict(
            kind, theirs: { $0.views = 1 }, mine: { $0.views = 2 })
        #expect {
            try articles.save(mine, onConflict: .mergeFields { $0.set(\.title.count) })
        } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }

    @Test(arguments: TestStore.all)
    func `every rule has an asynchronous form`(kind: TestStore) async throws {
        let (articles, base, mine) = try conflict(
            kind, theirs: { $0.views += 1 }, mine: { $0.views += 2 })
        try await articles.save(mine, base: base, onConflict: .mergeFields { $0.counter(\.views) })
        #expect(try await articles.require("a").views == 13)
        if let stored = try await articles.findStored("a") {
            try await articles.update("a") { $0.views = 0 }
            try await articles.save(stored, onConflict: .overwrite)
        }
        #expect(try await articles.require("a").views == 13)
    }
}
