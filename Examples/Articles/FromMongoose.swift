// The counterparts of Mongoose code, and a migration of a file that mongoexport has written.

import Foundation
import Quire

struct Product: DocumentModel, IndexedModel, DefaultsProviding {
    @DocumentID var id: String?
    var name = ""
    var price: Decimal = 0
    var stock = 0
    var tags: [String] = []
    var maker: Reference<Maker>?
    var state = State.draft
    var createdAt: Date?
    var updatedAt: Date?

    enum State: String, Codable, CaseIterable, Sendable {
        case draft, published
    }

    static var defaults: Product { Product() }
    static var requiredKeys: Set<String> { ["name", "price"] }
    static var indexes: [ModelIndex<Product>] {
        [ModelIndex(on: \.name, options: .unique), ModelIndex(on: \.state, \.price)]
    }

    var isAvailable: Bool { state == .published && stock > 0 }
}

struct Maker: DocumentModel {
    @DocumentID var id: String?
    var name: String
}

let database = try Database(inMemoryNamed: "shop")
let makers = try database.repository(of: Maker.self)
let products = try database.repository(of: Product.self)
    .timestamped(created: \.createdAt, updated: \.updatedAt)
try products.createIndexes()

let rules = ValidationRules<Product> {
    $0.check(\.name, .required, .length(...80))
    $0.check(\.stock, .range(0...))
}
try database.use(rules, for: Product.self)

// Lines of mongoexport in canonical mode.
let export = """
    {"_id":{"$oid":"6560f1a2c3d4e5f601234567"},"name":"Teapot","price":{"$numberDouble":"19.9"},"state":"published"}
    {"_id":{"$oid":"6560f1a2c3d4e5f601234568"},"name":"Mug","price":{"$numberDecimal":"7.50"}}
    {"_id":{"$oid":"6560f1a2c3d4e5f601234569"},"name":"Bowl","price":{"$numberInt":"6"}}
    """

/// Converts MongoDB's extended JSON to plain JSON.
func plain(_ value: Any) -> Any {
    if let items = value as? [Any] { return items.map(plain) }
    guard let object = value as? [String: Any] else { return value }
    guard object.count == 1, let (type, content) = object.first else {
        return object.mapValues(plain)
    }
    switch (type, content) {
    case ("$oid", _), ("$numberDecimal", _):
        return content
    case ("$numberInt", let digits as String), ("$numberLong", let digits as String):
        return Int64(digits) ?? 0
    case ("$numberDouble", let digits as String):
        return Double(digits) ?? 0
    case ("$date", let text as String):
        return text
    case ("$date", let number):
        // The milliseconds since 1970.
        let seconds = (plain(number) as? Int64).map { Double($0) / 1000 }
        return seconds.flatMap { DocumentDate.string(from: Date(timeIntervalSince1970: $0)) }
            ?? NSNull()
    case ("$binary", let binary as [String: Any]):
        return plainBinary(binary)
    default:
        return object.mapValues(plain)
    }
}

/// Converts binary data to a base64 string, or to the string of a UUID.
func plainBinary(_ binary: [String: Any]) -> Any {
    let base64 = binary["base64"] as? String ?? ""
    guard binary["subType"] as? String == "04", let bytes = Data(base64Encoded: base64),
        bytes.count == 16
    else { return base64 }
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
}

/// Saves the documents of a file in one transaction, and returns their number.
func importLines<Model: DocumentModel>(
    _ text: String, into models: Repository<Model>
) throws -> Int {
    try models.store.inBatch {
        let lines = text.split(whereSeparator: \.isNewline)
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard var body = plain(object) as? [String: Any] else { continue }
            let id = body.removeValue(forKey: "_id")
            let json = try JSONSerialization.data(withJSONObject: body)
            let model = try DocumentDecoder().decode(
                Model.self, fromJSON: String(decoding: json, as: UTF8.self))
            try models.upsert(model, id: id as? String ?? "")
        }
        return lines.count
    }
}

// The plain repository, so that the import sets no new timestamps.
let plainProducts = try database.repository(of: Product.self)
print(try importLines(export, into: plainProducts), "products")
for product in try plainProducts.sorted(by: \.name).all() {
    print(product.id ?? "none", product.name, product.price, product.state)
}

// Dates, long integers, binary data and UUIDs in canonical mode.
let values = """
    {"at":{"$date":{"$numberLong":"1795247280250"}},"views":{"$numberLong":"9007199254740993"},
    "key":{"$binary":{"base64":"bCkxMHY0Sm2Y0YqM8NJn7A==","subType":"04"}},
    "ratio":{"$numberDouble":"0.5"},"icon":{"$binary":{"base64":"AQID","subType":"00"}}}
    """
struct Sample: Decodable {
    var at: Date
    var views: Int
    var key: UUID
    var ratio: Double
    var icon: Data
}
let object = try JSONSerialization.jsonObject(with: Data(values.utf8))
let converted = try JSONSerialization.data(withJSONObject: plain(object))
let sample = try DocumentDecoder().decode(
    Sample.self, fromJSON: String(decoding: converted, as: UTF8.self))
print(DocumentDate.string(from: sample.at) ?? "none", sample.views, sample.key)
print(sample.ratio, Array(sample.icon))

// Queries.
let cheap = products.filter { $0.price < 10 && $0.state == .draft }
print(try cheap.sorted(by: \.price).select { ($0.name, $0.price) }.all())

// Changes.
try makers.save(Maker(id: "kaigaten", name: "Kaigaten Pottery"))
let teapot = "6560f1a2c3d4e5f601234567"
try products.patch(teapot) {
    $0.set(\.maker, to: "kaigaten")
    $0.increment(\.stock, by: 4)
    $0.append(\.tags, "new")
}
try products.filter { $0.state == .draft }.update { $0.state = .published }

let sold = try products.filter { $0.stock > 0 }.sorted(by: \.stock).limit(1)
    .patch(returning: .model) { $0.increment(\.stock, by: -1) }.first
print(sold?.name ?? "none", sold?.stock ?? 0)
print(try products.require(teapot).isAvailable, try products.filter { $0.stock > 0 }.count())

// Validation and unique indexes.
do {
    try products.save(Product(name: "Cup", stock: -1))
} catch let error as QuireError where error.code == .validationFailed {
    print(error.violations[0])
}
do {
    try products.save(Product(name: "Mug"))
} catch QuireError.Code.duplicateValue {
    print("there is a mug")
}

// The counterpart of populate.
let list = try products.sorted(by: \.name).all()
let resolved = try makers.resolve(list, \.maker)
for product in list { print(product.name, resolved[product.maker]?.name ?? "unknown maker") }

// The counterpart of an aggregation.
for (state, count, mean) in try products.grouped(by: \.state)
    .select({ ($0.key, $0.count, $0.average(of: \.stock)) }).all()
{
    print(state, count, mean ?? 0)
}
try database.close()
