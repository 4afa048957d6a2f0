import Foundation
import Quire
import Testing

/// Reading all models and parts of them, on both engines.
@Suite struct ReadingTests {
    struct HotelName: Decodable, Equatable {
        @DocumentID var id: String?
        var name: String

        static func == (left: HotelName, right: HotelName) -> Bool {
            left.id == right.id && left.name == right.name
        }
    }

    @Test func `a repository computes aggregates of all models`() throws {
        for hotels in try FilterTests.repositories() {
            #expect(try hotels.sum(of: \.rooms) == 32)
            #expect(try hotels.sum(of: \.lowestRate) == 83)
            #expect(try hotels.average(of: \.stars) == 11.0 / 3)
            #expect(try hotels.average(of: \.lowestRate) == 41.5)
            #expect(try hotels.minimum(of: \.name) == "Grand")
            #expect(try hotels.minimum(of: \.floors) == 2)
            #expect(try hotels.maximum(of: \.roomRate) == 240)
            #expect(try hotels.maximum(of: \.floors) == 3)
        }
    }

    @Test func `a repository reads the first models and pages`() throws {
        for hotels in try FilterTests.repositories() {
            #expect(try hotels.sorted(by: \.stars).all().map(\.id) == ["3", "1", "2"])
            #expect(try hotels.limit(2).all().count == 2)
            #expect(try hotels.offset(1).sorted(by: \.stars).all().map(\.id) == ["1", "2"])
            #expect(try hotels.page(size: 2).models.map(\.id) == ["1", "2"])
            #expect(try hotels.allStored().map(\.id) == ["1", "2", "3"])
            #expect(try !hotels.explain().isEmpty)
        }
    }

    @Test(arguments: [0, -1, Int.min])
    func `a page size of less than 1 throws an error`(size: Int) throws {
        for hotels in try FilterTests.repositories() {
            let error = #expect(throws: QuireError.self) { try hotels.page(size: size) }
            #expect(error?.code == .invalidParameter)
        }
    }

    @Test func `the limit and the offset can follow the selected property`() throws {
        for hotels in try FilterTests.repositories() {
            let names = ["Grand", "Harbour House", "Ærlig"]
            let sorted = hotels.sorted(by: \.name)
            #expect(try sorted.select(\.name).limit(2).all() == Array(names.dropLast()))
            #expect(try sorted.limit(2).select(\.name).all() == Array(names.dropLast()))
            #expect(try sorted.select(\.name).offset(1).all() == Array(names.dropFirst()))
            #expect(try sorted.select { ($0.name, $0.stars) }.limit(1).all().map(\.0) == ["Grand"])
            #expect(try sorted.select(\.name).offset(2).first() == "Ærlig")
            #expect(try hotels.select(\.address.city).distinct().limit(5).all().count == 2)
        }
    }

    @Test func `smaller types are selected like properties`() throws {
        for hotels in try FilterTests.repositories() {
            let names = hotels.sorted(by: \.name).select(HotelName.self)
            #expect(try names.all().map(\.id) == ["2", "1", "3"])
            #expect(try names.limit(1).all() == [HotelName(id: "2", name: "Grand")])
            #expect(try names.offset(1).first() == HotelName(id: "1", name: "Harbour House"))
            #expect(try hotels.select(HotelName.self).all().count == 3)
            let error = #expect(throws: QuireError.self) { try names.distinct().all() }
            #expect(error?.code == .invalidQuery)
        }
    }

    @Test func `the selection of all models starts filters and changes all models`() throws {
        for hotels in try FilterTests.repositories() {
            for (city, count) in [(nil, 3), ("Oslo", 1)] {
                var selection = hotels.selection
                if let city { selection = selection.filter { $0.address.city == city } }
                #expect(try selection.count() == count)
            }
            #expect(try hotels.selection.update { $0.stars = 1 } == 3)
            #expect(try hotels.selection.patch { $0.set(\.stars, to: 2) } == 3)
            #expect(try hotels.sum(of: \.stars) == 6)
            #expect(try hotels.selection.delete() == 3)
            #expect(try hotels.count() == 0)
        }
    }
}
