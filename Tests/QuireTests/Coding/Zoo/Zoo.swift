import Foundation

@testable import Quire

/// All models of the zoo.
enum Zoo {
    static let entries: [ZooEntry] = scalars + keyed + models

    private static let scalars: [ZooEntry] = [
        ZooEntry(Box<Bool>.self), ZooEntry(Box<String>.self), ZooEntry(Box<Double>.self),
        ZooEntry(Box<Float>.self), ZooEntry(Box<Int>.self), ZooEntry(Box<Int8>.self),
        ZooEntry(Box<Int16>.self), ZooEntry(Box<Int32>.self), ZooEntry(Box<Int64>.self),
        ZooEntry(Box<Int128>.self), ZooEntry(Box<UInt>.self), ZooEntry(Box<UInt8>.self),
        ZooEntry(Box<UInt16>.self), ZooEntry(Box<UInt32>.self), ZooEntry(Box<UInt64>.self),
        ZooEntry(Box<UInt128>.self), ZooEntry(Box<Date>.self), ZooEntry(Box<Data>.self),
        ZooEntry(Box<URL>.self), ZooEntry(Box<UUID>.self), ZooEntry(Box<Decimal>.self),
        ZooEntry(Maybe<Bool>.self), ZooEntry(Maybe<String>.self), ZooEntry(Maybe<Double>.self),
        ZooEntry(Maybe<Float>.self), ZooEntry(Maybe<Int>.self), ZooEntry(Maybe<Int8>.self),
        ZooEntry(Maybe<Int16>.self), ZooEntry(Maybe<Int32>.self), ZooEntry(Maybe<Int64>.self),
        ZooEntry(Maybe<Int128>.self), ZooEntry(Maybe<UInt>.self), ZooEntry(Maybe<UInt8>.self),
        ZooEntry(Maybe<UInt16>.self), ZooEntry(Maybe<UInt32>.self), ZooEntry(Maybe<UInt64>.self),
        ZooEntry(Maybe<UInt128>.self), ZooEntry(Maybe<Date>.self), ZooEntry(Maybe<Data>.self),
        ZooEntry(Maybe<URL>.self), ZooEntry(Maybe<UUID>.self), ZooEntry(Maybe<Decimal>.self),
        ZooEntry(Several<Bool>.self), ZooEntry(Several<String>.self),
        ZooEntry(Several<Double>.self), ZooEntry(Several<Float>.self),
        ZooEntry(Several<Int>.self), ZooEntry(Several<Int8>.self), ZooEntry(Several<Int16>.self),
        ZooEntry(Several<Int32>.self), ZooEntry(Several<Int64>.self),
        ZooEntry(Several<Int128>.self), ZooEntry(Several<UInt>.self),
        ZooEntry(Several<UInt8>.self), ZooEntry(Several<UInt16>.self),
        ZooEntry(Several<UInt32>.self), ZooEntry(Several<UInt64>.self),
        ZooEntry(Several<UInt128>.self), ZooEntry(Several<Date>.self),
        ZooEntry(Several<Data>.self), ZooEntry(Several<URL>.self), ZooEntry(Several<UUID>.self),
        ZooEntry(Several<Decimal>.self), ZooEntry(Box<Bare<Int>>.self),
        ZooEntry(Box<Bare<String>>.self), ZooEntry(Box<Bare<Date>>.self),
        ZooEntry(Box<Bare<Data>>.self), ZooEntry(Box<Bare<UUID>>.self),
        ZooEntry(Box<Bare<Decimal>>.self), ZooEntry(Box<Bare<Double>>.self),
        ZooEntry(EveryScalar.self), ZooEntry(EveryOptional.self),
        ZooEntry(Both<Int, [String]>.self), ZooEntry(Both<EveryScalar, Box<Bool>>.self),
    ]

    private static let keyed: [ZooEntry] = [
        ZooEntry(ByKey<String>.self), ZooEntry(ByKey<Int>.self), ZooEntry(ByKey<Int8>.self),
        ZooEntry(ByKey<UInt64>.self), ZooEntry(ByKey<UUID>.self), ZooEntry(ByKey<Season>.self),
        ZooEntry(ByKey<Weekday>.self), ZooEntry(ByKey<Initial>.self),
        ZooEntry(ByKey<Tagged>.self), ZooEntry(ByKey<Counted>.self), ZooEntry(ByKey<Point>.self),
        ZooEntry(ByKey<Bool>.self), ZooEntry(ByKey<Double>.self), ZooEntry(ByKey<Date>.self),
        ZooEntry(ByKey<Shape>.self), ZooEntry(Box<Season>.self), ZooEntry(Box<Weekday>.self),
        ZooEntry(Box<Sign>.self), ZooEntry(Box<Ratio>.self), ZooEntry(Box<Single>.self),
        ZooEntry(Maybe<Season>.self), ZooEntry(Several<Season>.self),
        ZooEntry(Several<Weekday>.self), ZooEntry(Several<Tagged>.self),
        ZooEntry(Several<Point>.self), ZooEntry(Several<Shape>.self), ZooEntry(Box<Shape>.self),
        ZooEntry(Box<Expression>.self), ZooEntry(Box<Either<Int, String>>.self),
        ZooEntry(Either<Point, [Point]>.self), ZooEntry(Shape.self), ZooEntry(Expression.self),
        ZooEntry(Box<Loose>.self), ZooEntry(Several<Bare<Shape>>.self),
    ]

    private static let models: [ZooEntry] = [
        ZooEntry(Empty.self), ZooEntry(Box<Empty>.self), ZooEntry(OneKey.self),
        ZooEntry(Branch.self), ZooEntry(Chained.self), ZooEntry(Box<[Chained]>.self),
        ZooEntry(OddKeys.self), ZooEntry(Swapped.self), ZooEntry(IntegerKeys.self),
        ZooEntry(Identified.self), ZooEntry(WithDocumentID.self), ZooEntry(Wrappers.self),
        ZooEntry(Flattened.self), ZooEntry(Box<Row>.self), ZooEntry(Row.self),
        ZooEntry(Several<Bare<Point>>.self), ZooEntry(TwoParts.self), ZooEntry(Open.self),
        ZooEntry(LateReader.self), ZooEntry(Box<[LateReader]>.self), ZooEntry(Validated.self),
        ZooEntry(Box<[Validated]>.self), ZooEntry(Animal.self), ZooEntry(Dog.self),
        ZooEntry(Cat.self), ZooEntry(Lion.self), ZooEntry(Box<Listed>.self),
        ZooEntry(Box<[Dog]>.self), ZooEntry(Box<Lion>.self), ZooEntry(Wide.self),
        ZooEntry(Box<[Wide]>.self), ZooEntry(LibraryTypes.self), ZooEntry(Booking.self),
        ZooEntry(Box<[Booking]>.self), ZooEntry(Both<Dog, Lion>.self),
        ZooEntry(Maybe<Booking>.self), ZooEntry(Box<[[[Booking]]]>.self),
        ZooEntry(Both<Wrappers, OddKeys>.self),
        ZooEntry(Box<[String: Shape]>.self), ZooEntry(Both<Empty, Chained>.self),
        ZooEntry(Maybe<Shape>.self), ZooEntry(Either<Booking, Dog>.self),
        ZooEntry(Box<[Season: Weekday]>.self), ZooEntry(Several<Initial>.self),
    ]
}
