import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Repositories created with a merging conflict rule.
@Suite struct KeptBaseBehaviourTests {
    struct Article: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title = "t"
        var views = 10
        var rating: Int?

        /// The base body of the model.
        var base: DocumentBase? { _id.base }
    }

    final class Page: DocumentModel, @unchecked Sendable {
        // Accessed by one test at a time.
        @DocumentID var id: String?
        var title: String
        var views = 10

        init(title: String) { self.title = title }
    }

    private func repository(
        _ store: OpenTestStore, _ rule: ConflictRule<Article> = .mergeFields()
    ) -> Repository<Article> {
        store.store.repository(of: Article.self, conflicts: rule)
    }

    /// A way to read the model of the document "a".
    struct Reading: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let read: @Sendable (Repository<Article>) async throws -> Article

        init(
            _ description: String,
            _ read: @escaping @Sendable (Repository<Article>) async throws -> Article
        ) {
            testDescription = description
            self.read = read
        }

        static func sync<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
    }

    static let readings = [
        Reading("find") { try #require(try await $0.find("a")) },
        Reading("find several") { try await $0.find(["a"])[0] },
        Reading("require") { articles in try Reading.sync { try articles.require("a") } },
        Reading("all") { try await $0.all()[0] },
        Reading("a selection") { try await $0.filter { $0.views > 0 }.all()[0] },
        Reading("a page") { articles in
            try Reading.sync { try articles.sorted(by: \.views).page(size: 3).models[0] }
        },
        Reading("the value of a stored model") {
            try #require(try await $0.findStored("a")).value
        },
        Reading("a save") { try await $0.save($0.require("a")) },
        Reading("an update") { articles in
            try Reading.sync { try articles.update("a") { $0.rating = 1 } }
        },
        Reading("an insert") { articles in
            try Reading.sync {
                try articles.delete(id: "a")
                return try articles.insert(Article(id: "a"))
            }
        },
        Reading("middleware") {
            try await $0.validated { _ in }.save($0.require("a"))
        },
    ]

    @Test(arguments: TestStore.all, readings)
    func `a model that was read is merged without a base argument`(
        kind: TestStore, reading: Reading
    ) async throws {
        let articles = repository(try kind.open())
        try await articles.save(Article(id: "a"))
        var mine = try await reading.read(articles)
        try await articles.patch("a") { $0.set(\.title, to: "theirs") }
        mine.views = 2
        let saved = try await articles.save(mine)
        #expect(saved.title == "theirs" && saved.views == 2)
        let found = try await articles.require("a")
        #expect(found == saved)
    }

    @Test(arguments: TestStore.all)
    func `each copy is compared with the revision at which it was read`(kind: TestStore) throws {
        let articles = repository(try kind.open())
        try articles.save(Article(id: "a"))
        var first = try articles.require("a")
        try articles.patch("a") { $0.set(\.title, to: "theirs") }
        var second = try articles.require("a")
        second.rating = 5
        try articles.save(second)
        first.views = 2
        #expect(
            try articles.save(first) == Article(id: "a", title: "theirs", views: 2, rating: 5))
    }

    @Test(arguments: TestStore.all)
    func `a merged model can be changed and merged again`(kind: TestStore) throws {
        let articles = repository(try kind.open(), .mergeFields { $0.counter(\.views) })
        var mine = try articles.save(Article(id: "a"))
        for _ in 0..<3 {
            try articles.update("a") { $0.views += 100 }
            mine.views += 1
            mine = try articles.save(mine)
        }
        #expect(mine.views == 313)
    }

    @Test(arguments: TestStore.all)
    func `a closure receives the base from which the model was read`(kind: TestStore) throws {
        let rule = ConflictRule<Article>.merge { conflict in
            var merged = conflict.mine
            merged.views += (conflict.theirs?.views ?? 0) - (conflict.base?.views ?? 0)
            return merged
        }
        let articles = repository(try kind.open(), rule)
        var mine = try articles.save(Article(id: "a"))
        try articles.patch("a") { $0.set(\.views, to: 13) }
        mine.views = 15
        #expect(try articles.save(mine).views == 18)
    }

    @Test(arguments: TestStore.all)
    func `the rule applies to several models and to stored ones`(kind: TestStore) throws {
        let articles = repository(try kind.open())
        var mine = try articles.save([Article(id: "a"), Article(id: "b")])
        var stored = try #require(try articles.findStored("b"))
        for id in ["a", "b"] { try articles.patch(id) { $0.set(\.title, to: "theirs") } }
        for index in mine.indices { mine[index].views = 2 }
        #expect(try articles.save(mine).map(\.title) == ["theirs", "theirs"])
        stored.rating = 1
        stored = try articles.save(stored)
        #expect(stored.value == Article(id: "b", title: "theirs", views: 2, rating: 1))
    }

    @Test(arguments: TestStore.all)
    func `objects and unusual codings keep their base`(kind: TestStore) throws {
        let store = try kind.open()
        let pages = store.store.repository(of: Page.self, conflicts: .mergeFields())
        let page = Page(title: "t")
        try pages.save(page)
        try pages.patch(try #require(page.id)) { $0.set(\.title, to: "theirs") }
        page.views = 2
        #expect(try pages.save(page).title == "theirs")
        let secrets = store.store.repository(of: Secret.self, conflicts: .mergeFields())
        let secret = try secrets.save(Secret(text: "a"))
        try secrets.patch(try #require(secret.id)) { $0.set(\.text, to: "theirs") }
        #expect(try secrets.save(secret).text == "theirs")
        let wraps = store.store.repository(of: Wrapped.self, conflicts: .mergeFields())
        let wrapped = try wraps.save(Wrapped(content: .init(text: "a")))
        try wraps.update(try #require(wrapped.content.id)) { $0.content.text = "theirs" }
        #expect(try wraps.save(wrapped).content.text == "theirs")
    }

    @Test(arguments: TestStore.all)
    func `a rule for a single save takes precedence`(kind: TestStore) throws {
        let articles = repository(try kind.open())
        let mine = try articles.save(Article(id: "a"))
        try articles.patch("a") { $0.set(\.title, to: "theirs") }
        #expect { try articles.save(mine, onConflict: .fail) } throws: {
            QuireError.Code.conflict ~= $0
        }
        #expect(try articles.save(mine, onConflict: .overwrite).title == "t")
    }

    @Test(arguments: TestStore.all)
    func `a new model does not replace a document without a base`(kind: TestStore) throws {
        let articles = repository(try kind.open())
        try articles.save(Article(id: "a", title: "theirs"))
        #expect { try articles.save(Article(id: "a")) } throws: { QuireError.Code.conflict ~= $0 }
        var renamed = try articles.save(Article(id: "b"))
        renamed.id = "a"
        #expect(renamed.base == nil)
        #expect { try articles.save(renamed) } throws: { QuireError.Code.conflict ~= $0 }
        #expect(try articles.require("a").title == "theirs")
    }

    // MARK: Memory

    @Test(arguments: TestStore.all)
    func `a base is released with the last copy of its model`(kind: TestStore) throws {
        let articles = repository(try kind.open())
        try articles.save(Article(id: "a"))
        weak var base: DocumentBase?
        do {
            let article = try articles.require("a")
            let copy = article
            base = copy.base
            #expect(base != nil && article.base === copy.base)
        }
        #expect(base == nil)
    }

    @Test(arguments: TestStore.all)
    func `a repository without the rule keeps no bases`(kind: TestStore) throws {
        let store = try kind.open()
        for rule in [ConflictRule<Article>.fail, .overwrite] {
            let articles = repository(store, rule)
            let saved = try articles.save(Article(id: "a"), onConflict: .overwrite)
            #expect(try saved.base == nil && articles.require("a").base == nil)
        }
    }

    // MARK: Models without a revision

    @Test(arguments: TestStore.all)
    func `an identifiable model is merged with its base`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Keyed<Int>.self)
        let base = try models.save(Keyed(id: 1, name: "a"), onConflict: .mergeFields())
        try models.save(Keyed(id: 1, name: "theirs"))
        let saved = try models.save(base, base: base, onConflict: .mergeFields())
        #expect(saved.name == "theirs")
    }

    @Test(arguments: TestStore.all)
    func `an identifiable model is not merged without a base`(kind: TestStore) throws {
        let store = try kind.open()
        let models = store.store.repository(of: Keyed<Int>.self, conflicts: .mergeFields())
        let mine = try models.save(Keyed(id: 1, name: "a"))
        try models.patch(1) { $0.set(\.name, to: "theirs") }
        let error = #expect(throws: QuireError.self) { try models.save(mine) }
        #expect(error?.code == .conflict && error?.message.contains("@DocumentID") == true)
        #expect(try models.require(1).name == "theirs")
        var stored = try #require(try models.findStored(1))
        stored.name = "mine"
        #expect(try models.save(stored).name == "mine")
    }

    @Test(arguments: TestStore.all)
    func `a closure merges an identifiable model whose document exists`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Keyed<Int>.self)
        let rule = ConflictRule<Keyed<Int>>.merge { conflict in
            Keyed(id: 1, name: conflict.mine.name + (conflict.theirs?.name ?? ""))
        }
        #expect(try models.save(Keyed(id: 1, name: "a"), onConflict: rule).name == "a")
        #expect(try models.save(Keyed(id: 1, name: "b"), onConflict: rule).name == "ba")
    }
}
