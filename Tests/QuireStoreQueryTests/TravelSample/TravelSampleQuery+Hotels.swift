import CouchbaseLiteSwift
import Foundation
import Quire

private typealias Expression = QueryExpression

private func property(_ path: String) -> any PropertyExpressionProtocol {
    Expression.property(path)
}

private var isHotel: any ExpressionProtocol { property("type").equalTo(Expression.string("hotel")) }

extension TravelSampleQuery {
    static let hotels = [
        TravelSampleQuery(
            "hotels that have everything, free, and take pets",
            """
            SELECT id FROM _ WHERE type = 'hotel' AND pets_ok AND free_parking AND free_breakfast
            AND free_internet AND vacancy ORDER BY id
            """,
            built: {
                QueryBuilder.select(SelectResult.property("id")).from($0).where(
                    ["pets_ok", "free_parking", "free_breakfast", "free_internet", "vacancy"]
                        .reduce(isHotel) {
                            $0.and(property($1).equalTo(Expression.boolean(true)))
                        }
                ).orderBy(Ordering.property("id"))
            },
            typed: {
                try $0.hotelRepository.filter {
                    $0.pets == true && $0.parking == true && $0.breakfast == true
                        && $0.internet == true && $0.vacancy == true
                }.sorted(by: \.id).select(\.id).all().map { [$0] }
            },
            answer: {
                $0.hotels.filter {
                    $0.pets && $0.parking && $0.breakfast && $0.internet && $0.vacancy
                }.map { [$0.id] }
            }),
        TravelSampleQuery(
            "vacancies per country",
            """
            SELECT country, SUM(CASE WHEN vacancy THEN 1 ELSE 0 END) AS n, COUNT(*) AS hotels
            FROM _ WHERE type = 'hotel' GROUP BY country ORDER BY country
            """,
            answer: { data in
                data.hotels.groups { $0.country }
                    .map { [$0.key, $0.value.count { $0.vacancy }, $0.value.count] }
            }),
        TravelSampleQuery(
            "states of the United States that have hotels",
            """
            SELECT DISTINCT state FROM _ WHERE type = 'hotel' AND country = 'United States'
            AND state IS VALUED ORDER BY state
            """,
            built: {
                QueryBuilder.selectDistinct(SelectResult.property("state")).from($0)
                    .where(
                        isHotel.and(
                            property("country").equalTo(Expression.string("United States"))
                        ).and(property("state").isValued())
                    ).orderBy(Ordering.property("state"))
            },
            typed: {
                try $0.hotelRepository.filter { $0.country == "United States" && $0.state != nil }
                    .sorted(by: \.state).select(\.state).distinct().all().map { [$0] }
            },
            answer: { data in
                Set(data.hotels.filter { $0.country == "United States" }.compactMap(\.state))
                    .sorted { $0.precedes($1) }.map { [$0] }
            }),
        TravelSampleQuery(
            "hotels with an accent in their names",
            "SELECT name FROM _ WHERE type = 'hotel' AND CONTAINS(name, 'é') ORDER BY name, id",
            built: {
                QueryBuilder.select(SelectResult.property("name")).from($0)
                    .where(
                        isHotel.and(
                            BuiltFunction.contains(
                                property("name"), substring: Expression.string("é")))
                    ).orderBy(Ordering.property("name"), Ordering.property("id"))
            },
            typed: {
                try $0.hotelRepository.filter { $0.name.contains("é") }.sorted(by: \.name)
                    .sorted(by: \.id).select(\.name).all().map { [$0] }
            },
            answer: { data in
                data.hotels.map(\.name).filter { $0.contains("é") }.sorted { $0.precedes($1) }
                    .map { [$0] }
            }),
        TravelSampleQuery(
            "hotels whose names begin with an article",
            """
            SELECT id, UPPER(name) AS name FROM _ WHERE type = 'hotel'
            AND LOWER(name) LIKE 'the %' ORDER BY id
            """,
            answer: {
                $0.hotels.filter { $0.name.lowercased().hasPrefix("the ") }
                    .map { [$0.id, $0.name.uppercased()] }
            }),
        TravelSampleQuery(
            "hotels that can be reached by a page but by no letter",
            """
            SELECT COUNT(*) AS n FROM _ WHERE type = 'hotel' AND email IS NULL AND url IS NOT NULL
            """,
            typed: {
                [[try $0.hotelRepository.filter { $0.email == nil && $0.url != nil }.count()]]
            },
            answer: { [[$0.hotels.count { $0.email == nil && $0.url != nil }]] }),
        TravelSampleQuery(
            "cities with a hotel and an airport",
            """
            SELECT DISTINCT h.city FROM _ AS h JOIN _ AS a ON a.city = h.city AND a.type = 'airport'
            WHERE h.type = 'hotel' ORDER BY h.city
            """,
            built: {
                QueryBuilder.selectDistinct(
                    SelectResult.expression(property("city").from("h"))
                ).from($0.as("h")).join(
                    Join.join($0.as("a")).on(
                        property("city").from("a").equalTo(property("city").from("h"))
                            .and(
                                property("type").from("a")
                                    .equalTo(Expression.string("airport"))))
                ).where(property("type").from("h").equalTo(Expression.string("hotel")))
                    .orderBy(Ordering.expression(property("city").from("h")))
            },
            answer: { data in
                Set(data.hotels.compactMap(\.city)).intersection(data.airports.map(\.city))
                    .sorted { $0.precedes($1) }.map { [$0] }
            }),
        TravelSampleQuery(
            "French hotels far from any airport",
            """
            SELECT h.id FROM _ AS h LEFT JOIN _ AS a ON a.city = h.city AND a.type = 'airport'
            WHERE h.type = 'hotel' AND h.country = 'France' AND h.city IS VALUED
            AND a.city IS MISSING ORDER BY h.id
            """,
            answer: { data in
                let cities = Set(data.airports.map(\.city))
                return data.hotels.filter {
                    $0.country == "France" && $0.city.map { !cities.contains($0) } ?? false
                }.map { [$0.id] }
            }),
        TravelSampleQuery(
            "the northernmost hotel whose roof is known",
            """
            SELECT name, geo.lat FROM _ WHERE type = 'hotel' AND geo.accuracy = 'ROOFTOP'
            ORDER BY geo.lat DESC LIMIT 1
            """,
            typed: {
                let rows = try $0.hotelRepository.filter { $0.geo.accuracy == "ROOFTOP" }
                    .sorted({ $0.geo.lat }, .descending).limit(1)
                    .select { ($0.name, $0.geo.lat) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: { data in
                data.hotels.filter { $0.geo.accuracy == "ROOFTOP" }.max { $0.geo.lat < $1.geo.lat }
                    .map { [[$0.name, $0.geo.lat]] } ?? []
            }),
    ]
}
