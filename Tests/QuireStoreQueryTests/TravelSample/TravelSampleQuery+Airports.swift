import CouchbaseLiteSwift
import Foundation
import Quire

private typealias Expression = QueryExpression

private func property(_ path: String) -> any PropertyExpressionProtocol {
    Expression.property(path)
}

private var isAirport: any ExpressionProtocol {
    property("type").equalTo(Expression.string("airport"))
}

extension TravelSampleQuery {
    static let airports = [
        TravelSampleQuery(
            "airports without an ICAO code",
            "SELECT id FROM _ WHERE type = 'airport' AND icao IS NOT VALUED ORDER BY id",
            built: {
                QueryBuilder.select(SelectResult.property("id")).from($0)
                    .where(isAirport.and(property("icao").isNotValued()))
                    .orderBy(Ordering.property("id"))
            },
            typed: {
                try $0.airportRepository.filter { $0.icao == nil }.sorted(by: \.id)
                    .select { $0.id }.all().map { [$0] }
            },
            answer: { $0.airports.filter { $0.icao == nil }.map { [$0.id] } }),
        TravelSampleQuery(
            "the countries with the most airports",
            """
            SELECT country, COUNT(*) AS n FROM _ WHERE type = 'airport'
            GROUP BY country ORDER BY n DESC, country LIMIT 5
            """,
            built: {
                QueryBuilder.select(
                    SelectResult.property("country"),
                    SelectResult.expression(BuiltFunction.count(Expression.all())).as("n")
                ).from($0).where(isAirport).groupBy(property("country"))
                    .orderBy(Ordering.property("n").descending(), Ordering.property("country"))
                    .limit(Expression.int(5))
            },
            typed: {
                let rows = try $0.airportRepository.grouped(by: \.country)
                    .sorted(by: { $0.count }, .descending).sorted(by: { $0.key }).limit(5)
                    .select { ($0.key, $0.count) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: { data in
                data.airports.groups { $0.country }
                    .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
                    .prefix(5).map { [$0.key, $0.value.count] }
            }),
        TravelSampleQuery(
            "the highest airports",
            """
            SELECT airportname, geo.alt FROM _ WHERE type = 'airport'
            ORDER BY geo.alt DESC, id LIMIT 3
            """,
            built: {
                QueryBuilder.select(
                    SelectResult.property("airportname"), SelectResult.property("geo.alt")
                ).from($0).where(isAirport)
                    .orderBy(Ordering.property("geo.alt").descending(), Ordering.property("id"))
                    .limit(Expression.int(3))
            },
            typed: {
                let rows = try $0.airportRepository.sorted({ $0.geo.alt }, .descending).sorted(
                    by: \.id
                )
                .limit(3).select { ($0.name, $0.geo.alt) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: { data in
                data.airports.sorted { ($1.geo.alt ?? 0, $0.id) < ($0.geo.alt ?? 0, $1.id) }
                    .prefix(3).map { [$0.name, $0.geo.alt] }
            }),
        TravelSampleQuery(
            "European airports on a parallel",
            """
            SELECT id, airportname FROM _ WHERE type = 'airport' AND tz LIKE 'Europe/%'
            AND geo.lat BETWEEN 45 AND 46 ORDER BY id
            """,
            built: {
                QueryBuilder.select(
                    SelectResult.property("id"), SelectResult.property("airportname")
                )
                .from($0).where(
                    isAirport.and(property("tz").like(Expression.string("Europe/%"))).and(
                        property("geo.lat").between(Expression.int(45), and: Expression.int(46)))
                )
                .orderBy(Ordering.property("id"))
            },
            typed: {
                let rows = try $0.airportRepository
                    .filter { $0.zone.hasPrefix("Europe/") && $0.geo.lat.in(45...46) }
                    .sorted(by: \.id).select { ($0.id, $0.name) }.all()
                return rows.map { [$0.0, $0.1] }
            },
            answer: {
                $0.airports.filter {
                    $0.zone.hasPrefix("Europe/") && (45...46).contains($0.geo.lat)
                }.map { [$0.id, $0.name] }
            }),
        TravelSampleQuery(
            "time zones with many airports, and how far north these are",
            """
            SELECT tz, COUNT(*) AS n, AVG(geo.lat) AS lat FROM _ WHERE type = 'airport'
            GROUP BY tz HAVING COUNT(*) > 50 ORDER BY tz
            """,
            typed: {
                let rows = try $0.airportRepository.grouped(by: \.zone).having { $0.count > 50 }
                    .sorted(by: { $0.key })
                    .select { ($0.key, $0.count, $0.average(of: { $0.geo.lat })) }.all()
                return rows.map { [$0.0, $0.1, $0.2] }
            },
            answer: { data in
                data.airports.groups { $0.zone }.filter { $0.value.count > 50 }
                    .map { [$0.key, $0.value.count, $0.value.map(\.geo.lat).mean] }
            }),
        TravelSampleQuery(
            "a page of airports by their code",
            """
            SELECT faa FROM _ WHERE type = 'airport' AND faa IS VALUED ORDER BY faa, id
            LIMIT 10 OFFSET 100
            """,
            built: {
                QueryBuilder.select(SelectResult.property("faa")).from($0)
                    .where(isAirport.and(property("faa").isValued()))
                    .orderBy(Ordering.property("faa"), Ordering.property("id"))
                    .limit(Expression.int(10), offset: Expression.int(100))
            },
            typed: {
                try $0.airportRepository.filter { $0.faa != nil }.sorted(by: \.faa).sorted(by: \.id)
                    .limit(10).offset(100).select(\.faa).all().map { [$0] }
            },
            answer: { data in
                data.airports.compactMap(\.faa).sorted { $0.precedes($1) }.dropFirst(100).prefix(10)
                    .map { [$0] }
            }),
        TravelSampleQuery(
            "airports whose code is the end of the other code",
            """
            SELECT COUNT(*) AS n FROM _ WHERE type = 'airport' AND faa IS VALUED
            AND icao LIKE '_' || faa
            """,
            answer: { data in
                let count = data.airports.count { airport in
                    guard let faa = airport.faa, let icao = airport.icao else { return false }
                    return icao.count == faa.count + 1 && icao.hasSuffix(faa)
                }
                return [[count]]
            }),
    ]
}
