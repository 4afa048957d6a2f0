import Foundation

@testable import QuireDocuments

/// All models of the zoo.
enum RandomModels {
    static let entries: [RandomModel] = scalars + wideIntegers + keyed + models

    private static let scalars: [RandomModel] = [
        RandomModel(Box<Bool>.self), RandomModel(Box<String>.self), RandomModel(Box<Double>.self),
        RandomModel(Box<Float>.self), RandomModel(Box<Int>.self), RandomModel(Box<Int8>.self),
        RandomModel(Box<Int16>.self), RandomModel(Box<Int32>.self), RandomModel(Box<Int64>.self),
        RandomModel(Box<UInt>.self), RandomModel(Box<UInt8>.self),
        RandomModel(Box<UInt16>.self), RandomModel(Box<UInt32>.self), RandomModel(Box<UInt64>.self),
        RandomModel(Box<Date>.self), RandomModel(Box<Data>.self),
        RandomModel(Box<URL>.self), RandomModel(Box<UUID>.self), RandomModel(Box<Decimal>.self),
        RandomModel(Maybe<Bool>.self), RandomModel(Maybe<String>.self),
        RandomModel(Maybe<Double>.self),
        RandomModel(Maybe<Float>.self), RandomModel(Maybe<Int>.self), RandomModel(Maybe<Int8>.self),
        RandomModel(Maybe<Int16>.self), RandomModel(Maybe<Int32>.self),
        RandomModel(Maybe<Int64>.self),
        RandomModel(Maybe<UInt>.self),
        RandomModel(Maybe<UInt8>.self),
        RandomModel(Maybe<UInt16>.self), RandomModel(Maybe<UInt32>.self),
        RandomModel(Maybe<UInt64>.self),
        RandomModel(Maybe<Date>.self),
        RandomModel(Maybe<Data>.self),
        RandomModel(Maybe<URL>.self), RandomModel(Maybe<UUID>.self),
        RandomModel(Maybe<Decimal>.self),
        RandomModel(Several<Bool>.self), RandomModel(Several<String>.self),
        RandomModel(Several<Double>.self), RandomModel(Several<Float>.self),
        RandomModel(Several<Int>.self), RandomModel(Several<Int8>.self),
        RandomModel(Several<Int16>.self),
        RandomModel(Several<Int32>.self), RandomModel(Several<Int64>.self),
        RandomModel(Several<UInt>.self),
        RandomModel(Several<UInt8>.self), RandomModel(Several<UInt16>.self),
        RandomModel(Several<UInt32>.self), RandomModel(Several<UInt64>.self),
        RandomModel(Several<Date>.self),
        RandomModel(Several<Data>.self), RandomModel(Several<URL>.self),
        RandomModel(Several<UUID>.self),
        RandomModel(Several<Decimal>.self), RandomModel(Box<Bare<Int>>.self),
        RandomModel(Box<Bare<String>>.self), RandomModel(Box<Bare<Date>>.self),
        RandomModel(Box<Bare<Data>>.self), RandomModel(Box<Bare<UUID>>.self),
        RandomModel(Box<Bare<Decimal>>.self), RandomModel(Box<Bare<Double>>.self),
        RandomModel(EveryScalar.self), RandomModel(EveryOptional.self),
        RandomModel(Both<Int, [String]>.self), RandomModel(Both<EveryScalar, Box<Bool>>.self),
    ]

    private static var wideIntegers: [RandomModel] {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            [
                RandomModel(Box<Int128>.self), RandomModel(Box<UInt128>.self),
                RandomModel(Maybe<Int128>.self), RandomModel(Maybe<UInt128>.self),
                RandomModel(Several<Int128>.self), RandomModel(Several<UInt128>.self),
                RandomModel(WideIntegers.self),
            ]
        } else {
            []
        }
    }

    private static let keyed: [RandomModel] = [
        RandomModel(ByKey<String>.self), RandomModel(ByKey<Int>.self),
        RandomModel(ByKey<Int8>.self),
        RandomModel(ByKey<UInt64>.self), RandomModel(ByKey<UUID>.self),
        RandomModel(ByKey<Season>.self),
        RandomModel(ByKey<Weekday>.self), RandomModel(ByKey<Initial>.self),
        RandomModel(ByKey<Tagged>.self), RandomModel(ByKey<Counted>.self),
        RandomModel(ByKey<Point>.self),
        RandomModel(ByKey<Bool>.self), RandomModel(ByKey<Double>.self),
        RandomModel(ByKey<Date>.self),
        RandomModel(ByKey<Shape>.self), RandomModel(Box<Season>.self),
        RandomModel(Box<Weekday>.self),
        RandomModel(Box<Sign>.self), RandomModel(Box<Ratio>.self), RandomModel(Box<Single>.self),
        RandomModel(Maybe<Season>.self), RandomModel(Several<Season>.self),
        RandomModel(Several<Weekday>.self), RandomModel(Several<Tagged>.self),
        RandomModel(Several<Point>.self), RandomModel(Several<Shape>.self),
        RandomModel(Box<Shape>.self),
        RandomModel(Box<Expression>.self), RandomModel(Box<Either<Int, String>>.self),
        RandomModel(Either<Point, [Point]>.self), RandomModel(Shape.self),
        RandomModel(Expression.self),
        RandomModel(Box<Loose>.self), RandomModel(Several<Bare<Shape>>.self),
    ]

    private static let models: [RandomModel] = [
        RandomModel(Empty.self), RandomModel(Box<Empty>.self), RandomModel(OneKey.self),
        RandomModel(Branch.self), RandomModel(Chained.self), RandomModel(Box<[Chained]>.self),
        RandomModel(OddKeys.self), RandomModel(Swapped.self), RandomModel(IntegerKeys.self),
        RandomModel(Identified.self), RandomModel(WithDocumentID.self), RandomModel(Wrappers.self),
        RandomModel(Flattened.self), RandomModel(Box<Row>.self), RandomModel(Row.self),
        RandomModel(Several<Bare<Point>>.self), RandomModel(TwoParts.self), RandomModel(Open.self),
        RandomModel(LateReader.self), RandomModel(Box<[LateReader]>.self),
        RandomModel(Validated.self),
        RandomModel(Box<[Validated]>.self), RandomModel(Animal.self), RandomModel(Dog.self),
        RandomModel(Cat.self), RandomModel(Lion.self), RandomModel(Box<Listed>.self),
        RandomModel(Box<[Dog]>.self), RandomModel(Box<Lion>.self), RandomModel(Wide.self),
        RandomModel(Box<[Wide]>.self), RandomModel(LibraryTypes.self), RandomModel(Booking.self),
        RandomModel(Box<[Booking]>.self), RandomModel(Both<Dog, Lion>.self),
        RandomModel(Maybe<Booking>.self), RandomModel(Box<[[[Booking]]]>.self),
        RandomModel(Both<Wrappers, OddKeys>.self),
        RandomModel(Box<[String: Shape]>.self), RandomModel(Both<Empty, Chained>.self),
        RandomModel(Maybe<Shape>.self), RandomModel(Either<Booking, Dog>.self),
        RandomModel(Box<[Season: Weekday]>.self), RandomModel(Several<Initial>.self),
    ]
}
