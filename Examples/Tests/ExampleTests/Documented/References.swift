import Quire
import Testing

struct Author: ReferencedModel {
    @DocumentID var id: String?
    var name: String
    var country = "NO"

    static var deleteRules: [DeleteRule<Author>] { [.deny(\Book.author)] }
}

struct Book: ReferencedModel {
    @DocumentID var id: String?
    var title: String
    var author: Reference<Author>

    static var deleteRules: [DeleteRule<Book>] {
        [.cascade(\Review.book), .nullify(\Reader.favorites), .deny(\Loan.book)]
    }
}

struct Review: DocumentModel {
    @DocumentID var id: String?
    var book: Reference<Book>
    var stars: Int
}

struct Reader: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var favorites: [Reference<Book>] = []
    var recommended: Reference<Book>?
}

struct Loan: DocumentModel {
    @DocumentID var id: String?
    var book: Reference<Book>
}

extension Repository where Model == Author {
    func books(by author: Author) -> Selection<Book> {
        store.repository(of: Book.self).referring(to: author, by: \.author)
    }
}

/// The examples in the documentation of references.
@Suite struct ReferenceExamples {
    let database: Database
    let authors: Repository<Author>
    let books: Repository<Book>
    let reviews: Repository<Review>

    init() throws {
        database = try Database(inMemoryNamed: "library")
        authors = try database.repository(of: Author.self)
        books = try database.repository(of: Book.self)
        reviews = try database.repository(of: Review.self)
        try authors.save([
            Author(id: "undset", name: "Sigrid Undset"),
            Author(id: "jansson", name: "Tove Jansson", country: "FI"),
        ])
        try books.save([
            Book(id: "jenny", title: "Jenny", author: "undset"),
            Book(id: "comet", title: "Comet in Moominland", author: "jansson"),
        ])
        try reviews.save([
            Review(book: "jenny", stars: 5), Review(book: "jenny", stars: 3),
            Review(book: "comet", stars: 4),
        ])
    }

    @Test func deletingReferencedBooks() throws {
        try books.delete(id: "jenny")
        #expect(try reviews.count() == 1)
        do {
            try authors.delete(id: "jansson")
        } catch let error as QuireError {
            guard let denial = error.underlyingError as? DeniedDeletion else { throw error }
            print("\(denial.referrerType) \(denial.referrerID) needs \(denial.documentID)")
        }
        #expect(try authors.count() == 2)
    }

    @Test func declaringRules() throws {
        let rules: [DeleteRule<Book>] = [
            .deny(\Loan.book, in: "loans"), .cascade(\Review.book),
        ]
        #expect(rules.count == 2)
        let rule = DeleteRule<Book>.nullify(\Reader.recommended)
        _ = rule
    }

    @Test func countingReferences() {
        let book = Book(title: "Jenny", author: "undset")
        let reader = Reader(name: "Kari", favorites: ["jenny", "comet"])
        func referenceCount(in property: some ReferenceProperty) -> Int {
            property.references.count
        }
        print(referenceCount(in: book.author), referenceCount(in: reader.favorites))  // 1 2
        #expect(referenceCount(in: reader.favorites) == 2)
        #expect(referenceCount(in: reader.recommended) == 0)
    }

    @Test func findingReferringModels() throws {
        let book = try books.require("jenny")
        let reviewsOfBook = try reviews.referring(to: book, by: \.book).sorted(by: \.stars).all()
        #expect(reviewsOfBook.map(\.stars) == [3, 5])
        let praise = reviews.filter { $0.stars >= 4 }.referring(to: book, by: \.book)
        #expect(try praise.count() == 1)
        let shelf = try books.all()
        let all = try reviews.selection.referring(toAny: shelf, by: \.book).all()
        let byBook = Dictionary(grouping: all, by: \.book)
        #expect(byBook["jenny"]?.count == 2)
        let undset = try authors.require("undset")
        #expect(try authors.books(by: undset).all().map(\.title) == ["Jenny"])
        let readers = try database.repository(of: Reader.self)
        try readers.save(Reader(name: "Kari", favorites: ["jenny", "comet"]))
        let fans = try readers.referring(to: book, by: \.favorites).all()
        #expect(fans.map(\.name) == ["Kari"])
    }

    @Test func filteringByReferencedDocuments() throws {
        let norwegian = try books.filter { $0.author.model.country == "NO" }.all()
        let orphans = books.filter { $0.author.model == nil }
        #expect(norwegian.map(\.title) == ["Jenny"])
        #expect(try orphans.count() == 0)
        let ordered = try books.sorted { $0.author.model.name }.select(\.title).all()
        #expect(ordered == ["Jenny", "Comet in Moominland"])
    }

    @Test func joiningCollections() throws {
        let books = try database.createCollection(name: "books").repository(of: Book.self)
        let authors = try database.createCollection(name: "authors").repository(of: Author.self)
        try books.save(Book(title: "Comet in Moominland", author: "jansson"))
        try authors.save(Author(id: "jansson", name: "Tove Jansson", country: "FI"))
        let titles = try database.query(
            """
            SELECT b.title, a.name FROM books AS b JOIN authors AS a ON b.author = META(a).id
            WHERE a.country = 'FI'
            """)
        #expect(titles.map { $0.string(forKey: "name") } == ["Tove Jansson"])
        // The authors of the default collection are not joined.
        #expect(try books.filter { $0.author.model.country == "FI" }.count() == 0)
    }

    @Test func creatingReferences() throws {
        let jansson = try authors.require("jansson")
        try books.save([
            Book(title: "Moominpappa at Sea", author: Reference(to: jansson)),
            Book(title: "Return to Hardanger", author: "undset"),
        ])
        #expect(try books.filter { $0.author == "jansson" }.count() == 2)
    }

    @Test func loadingReferencedModels() throws {
        let list = try books.sorted(by: \.title).all()
        let resolved = try authors.resolve(list, \.author)
        for book in list { print(book.title, resolved[book.author]?.name ?? "unknown author") }
        #expect(resolved.missing.isEmpty)
    }
}
