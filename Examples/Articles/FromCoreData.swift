// The counterparts of Core Data code, and a migration of existing objects.

import Foundation
import Quire

struct Invoice: DocumentModel {
    @DocumentID var id: String?
    var number: Int
    var issuedAt: Date
    var lines: [Line] = []
    var customer: Reference<Customer>?

    struct Line: Codable, Sendable {
        var text: String
        var amount: Decimal
    }
}

struct Customer: ReferencedModel {
    @DocumentID var id: String?
    var name: String

    static var deleteRules: [DeleteRule<Customer>] { [.deny(\Invoice.customer)] }
}

// Stand-ins for managed objects that an older version of the app has stored.
final class CustomerRecord {
    let uuid = UUID(uuidString: "9C2E7A10-0000-4000-8000-000000000001")
    let name = "Bryggen Hotel"
}
final class LineRecord {
    let text = "Two nights"
    let amount: NSDecimalNumber? = NSDecimalNumber(string: "1990.50")
}
final class InvoiceRecord {
    let uuid: UUID?
    let number: Int64
    let issuedAt: Date? = Date(timeIntervalSince1970: 1_795_247_280)
    let lines: [LineRecord]
    let customer: CustomerRecord?
    init(uuid: UUID?, number: Int64, lines: [LineRecord], customer: CustomerRecord?) {
        self.uuid = uuid
        self.number = number
        self.lines = lines
        self.customer = customer
    }
}

// Migrating the objects, in one transaction.
extension Customer {
    init(_ record: CustomerRecord) {
        self.init(id: record.uuid?.uuidString, name: record.name)
    }
}

extension Invoice {
    init(_ record: InvoiceRecord) {
        self.init(
            id: record.uuid?.uuidString, number: Int(record.number),
            issuedAt: record.issuedAt ?? .distantPast,
            lines: record.lines.map { Line(text: $0.text, amount: $0.amount?.decimalValue ?? 0) },
            customer: (record.customer?.uuid?.uuidString).map { Reference(id: $0) })
    }
}

func migrate(
    _ customers: [CustomerRecord], _ invoices: [InvoiceRecord], to database: Database
) throws {
    let newCustomers = try database.repository(of: Customer.self)
    let newInvoices = try database.repository(of: Invoice.self)
    try database.inBatch {
        for record in customers { try newCustomers.upsert(Customer(record)) }
        for record in invoices { try newInvoices.upsert(Invoice(record)) }
    }
}

let record = CustomerRecord()
let first = InvoiceRecord(
    uuid: UUID(uuidString: "9C2E7A10-0000-4000-8000-000000000002"), number: 101,
    lines: [LineRecord()], customer: record)
let second = InvoiceRecord(
    uuid: UUID(uuidString: "9C2E7A10-0000-4000-8000-000000000003"), number: 102, lines: [],
    customer: nil)

let database = try Database(inMemoryNamed: "office")
try migrate([record], [first, second], to: database)
let invoices = try database.repository(of: Invoice.self)
let customers = try database.repository(of: Customer.self)
print(try invoices.json("9C2E7A10-0000-4000-8000-000000000002") ?? "none")

// Fetch requests.
let recent = invoices.filter { $0.number > 100 && $0.customer.model.name.hasPrefix("Bryggen") }
print(try recent.sorted(by: \.issuedAt, .descending).limit(20).all().map(\.number))
print(try invoices.filter { $0.lines.any { $0.text.contains("nights") } }.count())

// Unique numbers.
try invoices.createIndex(on: \.number, options: .unique)
do {
    try invoices.save(Invoice(number: 102, issuedAt: Date(timeIntervalSince1970: 0)))
} catch QuireError.Code.duplicateValue {
    print("102 is taken")
}

// Delete rules.
let customer = try customers.all()[0]
do {
    try customers.delete(customer)
} catch QuireError.Code.deletionDenied {
    print("\(customer.name) has invoices")
}

// Work in the background, and a batch update.
func renumber(_ invoices: Repository<Invoice>) async throws -> Int {
    try await invoices.filter { $0.number > 100 }.patch { $0.increment(\.number, by: 1000) }
}
print(try await renumber(invoices), try invoices.sorted(by: \.number).all().map(\.number))

// Undo.
let history = UndoHistory()
let recorded = invoices.recording(in: history)
try recorded.delete(id: "9C2E7A10-0000-4000-8000-000000000003")
print(try invoices.count())
try history.undo()
print(try invoices.count())
try database.close()
