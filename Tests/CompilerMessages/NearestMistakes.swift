import Quire

// Mistakes in searches for the nearest vectors. `Scripts/checks/mistakes` compiles this file, and compares
// the errors with the comments above the lines.

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var stars: Int
    var petsWelcome: Bool
    var embedding: [Float]?
}

// MARK: Without a mistake

func find(_ hotels: Repository<Hotel>, _ vector: [Float]) throws -> [Hotel] {
    try hotels.filter { $0.petsWelcome }.nearest(to: vector, in: \.embedding, limit: 10).all()
}

// MARK: With a mistake

func findNearest(_ hotels: Repository<Hotel>, _ vector: [Float]) throws {
    // error: 'filter' is unavailable: Filter before nearest(to:in:): filter { … }.nearest(to: vector, in: \.embedding)
    print(hotels.nearest(to: vector, in: \.embedding).filter { $0.petsWelcome })
    // error: 'sorted(by:_:)' is unavailable: The nearest models are ordered by distance. Sort the array that all() returns.
    print(hotels.nearest(to: vector, in: \.embedding).sorted(by: \.name))
    // error: 'nearest(to:in:limit:metric:exact:within:)' is unavailable: The property is not a vector. Its type must be Vector, [Float], [Double], Data or String, or an optional of these.
    print(hotels.selection.nearest(to: vector, in: \.stars))
    // error: 'nearest(to:in:limit:metric:exact:within:)' is unavailable: The property is not a vector. Its type must be Vector, [Float], [Double], Data or String, or an optional of these.
    print(hotels.nearest(to: vector, in: \.stars))
    // error: instance method 'nearest(to:in:limit:metric:exact:within:)' requires that 'String' conform to 'SearchVector'
    print(hotels.nearest(to: "near", in: \.embedding))
    // error: instance method 'createNearestIndex(on:dimensions:metric:named:)' requires that 'Int' conform to 'QueryVector'
    print(try hotels.createNearestIndex(on: \.stars, dimensions: 3))
}
