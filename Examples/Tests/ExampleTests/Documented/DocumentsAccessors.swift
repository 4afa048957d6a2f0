import Quire
import Testing

/// The examples in the documentation of the protocols of documents and their nested objects.
@Suite struct DocumentedAccessors {
    private let hotel = MutableDocument(
        id: "hotel-42",
        data: [
            "name": "Grand", "room_rate": 240.0, "address": ["city": "Bergen"],
            "phones": ["55 00 00 00"],
        ])
    private var phones: MutableArrayObject {
        get throws { try #require(hotel.array(forKey: "phones")) }
    }

    @Test func `accessors by key`() {
        func price(of hotel: some DictionaryProtocol) -> String {
            "\(hotel.string(forKey: "name") ?? "") costs \(hotel.double(forKey: "room_rate"))"
        }
        #expect(price(of: hotel) == "Grand costs 240.0")
        func set(_ street: String, _ city: String, in address: some MutableDictionaryProtocol) {
            address.setString(street, forKey: "street").setString(city, forKey: "city")
        }
        set("4 Kaigaten", "Oslo", in: hotel)
        #expect(hotel.string(forKey: "city") == "Oslo")
    }

    @Test func `accessors by index`() throws {
        func strings(in array: some ArrayProtocol) -> [String] {
            (0..<array.count).compactMap { array.string(at: $0) }
        }
        #expect(try strings(in: phones) == ["55 00 00 00"])
        func addPhones(_ phones: [String], to array: some MutableArrayProtocol) {
            for phone in phones { array.addString(phone) }
        }
        addPhones(["55 00 00 01"], to: try phones)
        #expect(try strings(in: phones) == ["55 00 00 00", "55 00 00 01"])
    }

    @Test func `fragments of any type`() throws {
        func city(of hotel: some DictionaryFragment) -> String? {
            hotel["address"]["city"].string
        }
        #expect(city(of: hotel) == "Bergen")
        func move(_ hotel: some MutableDictionaryFragment, to city: String) {
            hotel["address"]["city"].string = city
        }
        move(hotel, to: "Oslo")
        #expect(city(of: hotel) == "Oslo")
        func mainPhone(in phones: some ArrayFragment) -> String? {
            phones[0].string
        }
        #expect(mainPhone(in: try phones) == "55 00 00 00")
        func setMainPhone(_ phone: String, in phones: some MutableArrayFragment) {
            phones[0].string = phone
        }
        setMainPhone("55 00 00 02", in: try phones)
        #expect(mainPhone(in: try phones) == "55 00 00 02")
    }

    @Test func `a single value`() {
        func text(of fragment: some FragmentProtocol) -> String {
            fragment.exists ? fragment.string ?? "not a string" : "missing"
        }
        #expect(text(of: hotel["name"]) == "Grand")
        #expect(text(of: hotel["room_rate"]) == "not a string")
        #expect(text(of: hotel["stars"]) == "missing")
        func increase(_ price: some MutableFragmentProtocol, by amount: Double) {
            price.double += amount
        }
        increase(hotel["room_rate"], by: 10)
        #expect(hotel.double(forKey: "room_rate") == 250)
        struct RoomRate: FragmentProtocol {
            let hotel: Document
            var documentValue: DocumentValue { hotel.documentValue(forKey: "room_rate") }
        }
        #expect(RoomRate(hotel: hotel).double == 250)
    }
}
