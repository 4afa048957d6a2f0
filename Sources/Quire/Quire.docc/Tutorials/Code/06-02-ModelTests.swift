import Quire
import QuireTesting
import Testing

@testable import TravelNotebook

@Suite struct ModelTests {
    @Test func modelsSurviveRoundTrips() {
        expectRoundTrips(Trip.self)
        expectRoundTrips(Note.self)
    }
}
