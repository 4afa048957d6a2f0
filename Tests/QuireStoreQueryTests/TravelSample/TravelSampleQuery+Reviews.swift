import CouchbaseLiteSwift
import Foundation
import Quire

private typealias Expression = QueryExpression

extension TravelSampleData.Hotel {
    /// Returns whether a review contains all of the given words.
    fileprivate func mentions(_ words: String...) -> Bool {
        let mentioned = Set(
            reviews.flatMap { review in
                "\(review.content) \(review.author) \(review.date)".lowercased()
                    .split { !$0.isLetter && !$0.isNumber }.map(String.init)
            })
        return mentioned.isSuperset(of: words)
    }
}

extension TravelSampleQuery {
    static let reviews = [
        TravelSampleQuery(
            "reviews per country with the average cleanliness",
            """
            SELECT h.country, COUNT(*) AS n, AVG(r.ratings.Cleanliness) AS clean FROM _ AS h
            UNNEST h.reviews AS r WHERE h.type = 'hotel' GROUP BY h.country ORDER BY h.country
            """,
            answer: { data in
                data.hotels.groups { $0.country }.map { country, hotels in
                    let reviews = hotels.flatMap(\.reviews)
                    let marks = reviews.compactMap(\.ratings?.cleanliness).map(Double.init)
                    return [country, reviews.count, marks.mean]
                }
            }),
        TravelSampleQuery(
            "hotels whose reviews mention a lift",
            """
            SELECT id FROM _ WHERE type = 'hotel' AND MATCH(words, 'elevator') ORDER BY id
            """,
            built: {
                QueryBuilder.select(SelectResult.property("id")).from($0)
                    .where(
                        FullTextFunction.match(
                            Expression.fullTextIndex("words"), query: "elevator")
                    ).orderBy(Ordering.property("id"))
            },
            answer: { $0.hotels.filter { $0.mentions("elevator") }.map { [$0.id] } }),
        TravelSampleQuery(
            "hotels whose reviews mention two words, or another one",
            """
            SELECT id FROM _ WHERE MATCH(words, 'sauna breakfast OR paella') ORDER BY id
            """,
            answer: {
                $0.hotels.filter {
                    $0.mentions("sauna") && $0.mentions("breakfast") || $0.mentions("paella")
                }.map { [$0.id] }
            }),
        TravelSampleQuery(
            "the hotels with the most reviews",
            """
            SELECT id, ARRAY_LENGTH(reviews) AS n FROM _ WHERE type = 'hotel'
            ORDER BY ARRAY_LENGTH(reviews) DESC, id LIMIT 10
            """,
            built: {
                let count = ArrayFunction.length(Expression.property("reviews"))
                return QueryBuilder.select(
                    SelectResult.property("id"), SelectResult.expression(count).as("n")
                ).from($0)
                    .where(Expression.property("type").equalTo(Expression.string("hotel")))
                    .orderBy(Ordering.expression(count).descending(), Ordering.property("id"))
                    .limit(Expression.int(10))
            },
            typed: {
                let rows = try $0.hotelRepository.sorted({ $0.reviews.count }, .descending)
                    .sorted(by: \.id).limit(10).select { ($0.id, $0.reviews.count) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: { data in
                data.hotels.sorted { ($1.reviews.count, $0.id) < ($0.reviews.count, $1.id) }
                    .prefix(10).map { [$0.id, $0.reviews.count] }
            }),
        TravelSampleQuery(
            "hotels per country that somebody disliked",
            """
            SELECT country, COUNT(*) AS n FROM _ WHERE type = 'hotel'
            AND ANY r IN reviews SATISFIES r.ratings.Overall = 1 END
            GROUP BY country ORDER BY country
            """,
            typed: {
                let rows = try $0.hotelRepository.filter {
                    $0.reviews.any { $0.ratings.overall == 1 }
                }
                .grouped(by: \.country).sorted(by: { $0.key })
                .select { ($0.key, $0.count) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: { data in
                data.hotels.filter { $0.reviews.contains { $0.ratings?.overall == 1 } }
                    .groups { $0.country }.map { [$0.key, $0.value.count] }
            }),
        TravelSampleQuery(
            "hotels that everybody liked",
            """
            SELECT id FROM _ WHERE type = 'hotel'
            AND ANY AND EVERY r IN reviews SATISFIES r.ratings.Overall >= 4 END ORDER BY id
            """,
            built: {
                let review = ArrayExpression.variable("r")
                let isGood = ArrayExpression.variable("r.ratings.Overall")
                    .greaterThanOrEqualTo(Expression.int(4))
                return QueryBuilder.select(SelectResult.property("id")).from($0)
                    .where(
                        Expression.property("type").equalTo(Expression.string("hotel")).and(
                            ArrayExpression.anyAndEvery(review).in(Expression.property("reviews"))
                                .satisfies(isGood))
                    ).orderBy(Ordering.property("id"))
            },
            typed: {
                try $0.hotelRepository.filter {
                    !$0.reviews.isEmpty && $0.reviews.every { $0.ratings.overall >= 4 }
                }.sorted(by: \.id).select(\.id).all().map { [$0] }
            },
            answer: {
                $0.hotels.filter {
                    !$0.reviews.isEmpty
                        && $0.reviews.allSatisfy { $0.ratings?.overall.map { $0 >= 4 } ?? false }
                }.map { [$0.id] }
            }),
        TravelSampleQuery(
            "who likes the most hotels",
            """
            SELECT p, COUNT(*) AS n FROM _ AS h UNNEST h.public_likes AS p WHERE h.type = 'hotel'
            GROUP BY p ORDER BY n DESC, p LIMIT 5
            """,
            answer: { data in
                data.hotels.flatMap(\.likes).groups { $0 }
                    .map { (name: $0.key, count: $0.value.count) }
                    .sorted {
                        $0.count != $1.count ? $0.count > $1.count : $0.name.precedes($1.name)
                    }
                    .prefix(5).map { [$0.name, $0.count] }
            }),
        TravelSampleQuery(
            "the reviews of one autumn",
            """
            SELECT COUNT(*) AS n, MIN(r.date) AS first, MAX(r.date) AS last FROM _ AS h
            UNNEST h.reviews AS r WHERE h.type = 'hotel' AND r.date LIKE '2013-1%'
            """,
            answer: { data in
                let dates = data.hotels.flatMap(\.reviews).map(\.date)
                    .filter { $0.hasPrefix("2013-1") }
                return [[dates.count, dates.min(), dates.max()]]
            }),
        TravelSampleQuery(
            "how much hotels are liked",
            """
            SELECT country, AVG(ARRAY_LENGTH(public_likes)) AS likes FROM _ WHERE type = 'hotel'
            GROUP BY country ORDER BY country
            """,
            typed: {
                let rows = try $0.hotelRepository.grouped(by: \.country).sorted(by: { $0.key })
                    .select { ($0.key, $0.average(of: { $0.likes.count })) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: { data in
                data.hotels.groups { $0.country }
                    .map { [$0.key, $0.value.map { Double($0.likes.count) }.mean] }
            }),
    ]
}
