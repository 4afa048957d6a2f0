/// Hotels generated from a fixed seed, with the keys and approximate sizes of the travel sample.
enum GeneratedHotels {
    static func texts(count: Int) -> [String] {
        var generator = SeededGenerator(seed: 350)
        return (1...max(1, count)).map { hotel($0, &generator) }
    }

    private static func hotel(_ number: Int, _ generator: inout SeededGenerator) -> String {
        let reviews = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            review(&generator)
        }
        let likes = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
            quoted(name(&generator))
        }
        let (title, city) = (name(&generator), word(&generator))
        let fields = [
            #""_id":"hotel_\#(number)""#, #""channels":["Norway"]"#, #""scope":"travel""#,
            #""collection":"hotels""#, #""country":"Norway""#, #""name":"\#(title)""#,
            #""free_internet":\#(Bool.random(using: &generator))"#,
            #""public_likes":[\#(likes.joined(separator: ","))]"#,
            #""pets_ok":\#(Bool.random(using: &generator))"#,
            #""url":"http://www.example.com/\#(city)/\#(number)""#, #""city":"\#(city)""#,
            #""reviews":[\#(reviews.joined(separator: ","))]"#, #""state":"Vestland""#,
            geo(&generator), #""free_breakfast":\#(Bool.random(using: &generator))"#,
            #""email":null"#, #""phone":"+47 55 \#(number)""#,
            #""vacancy":\#(Bool.random(using: &generator))"#,
            #""free_parking":\#(Bool.random(using: &generator))"#, #""price":null"#,
            #""address":"\#(title) \#(number)""#,
            #""description":\#(quoted(text(20...60, &generator)))"#,
        ]
        return "{\(fields.joined(separator: ","))}"
    }

    private static func geo(_ generator: inout SeededGenerator) -> String {
        let longitude = Double(Int.random(in: 400_000...700_000, using: &generator)) / 100_000
        let latitude = Double(Int.random(in: 5_800_000...6_300_000, using: &generator)) / 100_000
        return #""geo":{"accuracy":"ROOFTOP","lon":\#(longitude),"lat":\#(latitude)}"#
    }

    private static func review(_ generator: inout SeededGenerator) -> String {
        let ratings = ["Overall", "Service", "Value", "Rooms", "Location", "Cleanliness"].map {
            #""\#($0)":\#(Int.random(in: 1...5, using: &generator))"#
        }
        let day = Int.random(in: 10...28, using: &generator)
        return """
            {"content":\(quoted(text(100...200, &generator))),\
            "ratings":{\(ratings.joined(separator: ","))},\
            "date":"2015-07-\(day) 03:14:11 +0300","author":\(quoted(name(&generator)))}
            """
    }

    // MARK: Text

    private static let words = [
        "room", "harbour", "breakfast", "quiet", "the", "and", "a", "view", "of", "stairs", "night",
        "friendly", "caf\u{E9}", "was", "not", "bathroom", "street", "clean", "window", "we",
        "only",
    ]

    private static func word(_ generator: inout SeededGenerator) -> String {
        words.randomElement(using: &generator) ?? ""
    }

    private static func name(_ generator: inout SeededGenerator) -> String {
        "\(word(&generator)) \(word(&generator))"
    }

    /// Returns sentences, some of them with characters that JSON must escape.
    private static func text(
        _ length: ClosedRange<Int>, _ generator: inout SeededGenerator
    ) -> String {
        var text = ""
        for _ in 0..<Int.random(in: length, using: &generator) {
            text += word(&generator)
            switch Int.random(in: 0..<100, using: &generator) {
            case 0: text += "\n"
            case 1: text += " \"quoted\" "
            case 2...10: text += ". "
            default: text += " "
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}
