import Fleece
import Quire

/// A search for keys of fixtures that a model does not read because it spells them differently.
///
/// Models ignore keys that they do not declare, so a misspelled key causes no error.
struct UnreadKeys<Model: Codable> {
    /// A key and the keys of the objects that contain it.
    private typealias Location = [String]

    private static var sampleCount: Int { 20 }

    private let ignored: Set<String>
    private var modelLocations: Set<Location> = []
    private var reported: Set<Location> = []

    /// Creates a search.
    ///
    /// - Parameter check: The check whose values contain the keys of the model.
    init(_ check: ModelCheck<Model>) {
        ignored = check.transientProperties
        var samples = check
        samples.count = Self.sampleCount
        for value in (try? samples.values()) ?? [] { insertLocations(of: value) }
    }

    private mutating func insertLocations(of value: Model) {
        guard let storage = try? DocumentEncoder().encodeToFleece([value]),
            let body = storage.root?.array?.first?.dictionary
        else { return }
        modelLocations.formUnion(Self.locations(in: body, below: []))
    }

    /// Searches a fixture for keys that resemble keys of the model and that the model ignores.
    ///
    /// - Parameters:
    ///   - text: A fixture.
    ///   - value: The value that the model has decoded from it.
    /// - Returns: The problems that were not returned for an earlier fixture.
    mutating func newProblems(in text: String, decodedAs value: Model) -> [String] {
        guard let body = try? FleeceStorage(json: text).root?.dictionary else { return [] }
        let locations = Self.locations(in: body, below: [])
        return locations.compactMap { location in
            guard !modelLocations.contains(location), !reported.contains(location),
                let key = location.last, !ignored.contains(key)
            else { return nil }
            let similar = modelLocations.filter {
                $0.dropLast() == location.dropLast() && !locations.contains($0)
                    && Self.areSimilar($0.last ?? "", key)
            }
            guard let own = similar.compactMap(\.last).min(),
                isUnread(location, in: body, value)
            else { return nil }
            reported.insert(location)
            return "\(location.joined(separator: ".")): the model does not decode this key, "
                + "but it has the key \"\(own)\""
        }
    }

    /// Returns the locations of all keys, sorted, apart from keys whose value is null.
    private static func locations(in object: FleeceDictionary, below outer: Location) -> [Location]
    {
        object.sorted { $0.key < $1.key }.flatMap { key, value -> [Location] in
            if value.kind == .null { return [] }
            let nested = value.dictionary.map { locations(in: $0, below: outer + [key]) }
            return [outer + [key]] + (nested ?? [])
        }
    }

    /// Returns whether two keys differ only in case, separators or two characters.
    private static func areSimilar(_ one: String, _ other: String) -> Bool {
        let (left, right) = (letters(of: one), letters(of: other))
        if left == right { return true }
        guard min(left.count, right.count) > 3 else { return false }
        return left.editDistance(to: right) <= 2
    }

    private static func letters(of key: String) -> String {
        key.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// Returns whether the decoded value is the same without a key.
    private func isUnread(
        _ location: Location, in body: FleeceDictionary, _ value: Model
    ) -> Bool {
        let writer = FleeceWriter()
        Self.write(body, without: location[...], writer)
        guard let text = try? FleeceStorage(writer.finish()).root?.json(.canonical),
            let other = try? DocumentDecoder().decode(Model.self, fromJSON: text)
        else { return false }
        return ValueComparison.difference(value, other, ignoring: []) == nil
    }

    private static func write(
        _ object: FleeceDictionary, without location: ArraySlice<String>, _ writer: FleeceWriter
    ) {
        writer.beginDictionary()
        for (key, value) in object {
            let isOnPath = key == location.first
            if isOnPath, location.count == 1 { continue }
            writer.writeKey(key)
            if isOnPath, let nested = value.dictionary {
                write(nested, without: location.dropFirst(), writer)
            } else {
                writer.write(copyOf: value)
            }
        }
        writer.endDictionary()
    }
}
