import Foundation
import Quire

/// A coder for ``CodedHotel`` without `Codable`, as a lower bound for the duration of coding.
enum HandWrittenCoder {
    // MARK: Writing

    static func write(_ hotel: CodedHotel, to writer: FleeceWriter) {
        writer.beginDictionary()
        writer.writeKey("id")
        writer.write(hotel.id)
        writer.writeKey("type")
        writer.write(hotel.type)
        writer.writeKey("name")
        writer.write(hotel.name)
        writer.writeKey("address")
        write(hotel.address, to: writer)
        writer.writeKey("phones")
        writer.beginArray()
        for phone in hotel.phones { writer.write(phone) }
        writer.endArray()
        writer.writeKey("rate")
        writer.write(hotel.rate)
        writer.writeKey("stars")
        writer.write(Int64(hotel.stars))
        writer.writeKey("freeBreakfast")
        writer.write(hotel.freeBreakfast)
        if let description = hotel.description {
            writer.writeKey("description")
            writer.write(description)
        }
        writer.writeKey("reviews")
        writer.beginArray()
        for review in hotel.reviews { write(review, to: writer) }
        writer.endArray()
        writer.writeKey("createdAt")
        write(hotel.createdAt, to: writer)
        writer.endDictionary()
    }

    private static func write(_ address: CodedHotel.Address, to writer: FleeceWriter) {
        writer.beginDictionary()
        writer.writeKey("street")
        writer.write(address.street)
        writer.writeKey("city")
        writer.write(address.city)
        writer.writeKey("state")
        writer.write(address.state)
        writer.writeKey("country")
        writer.write(address.country)
        writer.writeKey("code")
        writer.write(address.code)
        writer.endDictionary()
    }

    private static func write(_ review: CodedHotel.Review, to writer: FleeceWriter) {
        writer.beginDictionary()
        writer.writeKey("author")
        writer.write(review.author)
        writer.writeKey("rating")
        writer.write(Int64(review.rating))
        writer.writeKey("content")
        writer.write(review.content)
        writer.writeKey("date")
        write(review.date, to: writer)
        writer.endDictionary()
    }

    private static func write(_ date: Date, to writer: FleeceWriter) {
        if let text = DocumentDate.string(from: date) { writer.write(text) }
    }

    // MARK: Reading

    private enum Key {
        static let id = FleeceKey("id")
        static let type = FleeceKey("type")
        static let name = FleeceKey("name")
        static let address = FleeceKey("address")
        static let phones = FleeceKey("phones")
        static let rate = FleeceKey("rate")
        static let stars = FleeceKey("stars")
        static let freeBreakfast = FleeceKey("freeBreakfast")
        static let description = FleeceKey("description")
        static let reviews = FleeceKey("reviews")
        static let createdAt = FleeceKey("createdAt")
        static let street = FleeceKey("street")
        static let city = FleeceKey("city")
        static let state = FleeceKey("state")
        static let country = FleeceKey("country")
        static let code = FleeceKey("code")
        static let author = FleeceKey("author")
        static let rating = FleeceKey("rating")
        static let content = FleeceKey("content")
        static let date = FleeceKey("date")
    }

    static func read(_ body: FleeceDictionary) -> CodedHotel? {
        guard let id = body.string(Key.id), let type = body.string(Key.type),
            let name = body.string(Key.name),
            let address = body.dictionary(Key.address).flatMap(address),
            let phones = body.array(Key.phones), let rate = body.double(Key.rate),
            let stars = body.int64(Key.stars), let freeBreakfast = body.boolean(Key.freeBreakfast),
            let reviews = body.array(Key.reviews), let createdAt = date(body, Key.createdAt)
        else { return nil }
        return CodedHotel(
            id: id, type: type, name: name, address: address, phones: phones.compactMap(\.string),
            rate: rate, stars: Int(stars), freeBreakfast: freeBreakfast,
            description: body.string(Key.description),
            reviews: reviews.compactMap { $0.dictionary.flatMap(review) }, createdAt: createdAt)
    }

    private static func address(_ body: FleeceDictionary) -> CodedHotel.Address? {
        guard let street = body.string(Key.street), let city = body.string(Key.city),
            let state = body.string(Key.state), let country = body.string(Key.country),
            let code = body.string(Key.code)
        else { return nil }
        return CodedHotel.Address(
            street: street, city: city, state: state, country: country, code: code)
    }

    private static func review(_ body: FleeceDictionary) -> CodedHotel.Review? {
        guard let author = body.string(Key.author), let rating = body.int64(Key.rating),
            let content = body.string(Key.content), let date = date(body, Key.date)
        else { return nil }
        return CodedHotel.Review(
            author: author, rating: Int(rating), content: content, date: date)
    }

    private static func date(_ body: FleeceDictionary, _ key: FleeceKey) -> Date? {
        body.string(key).flatMap(DocumentDate.date(from:))
    }
}
