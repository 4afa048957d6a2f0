// Made by 'quire generate-tests', which replaces it when it is run again.

import QuireTesting
import Testing

@Suite struct SoundModelTests {
    @Test func `Sound.Everything survives a round trip`() {
        expectRoundTrips(Sound.Everything.self)
    }

    @Test func `Sound.Season survives a round trip`() {
        expectRoundTrips(Sound.Season.self)
    }

    @Test func `Sound.Level survives a round trip`() {
        expectRoundTrips(Sound.Level.self)
    }

    @Test func `Sound.ByKey survives a round trip`() {
        expectRoundTrips(Sound.ByKey.self)
    }

    @Test func `Sound.Shape survives a round trip`() {
        expectRoundTrips(Sound.Shape.self)
    }

    @Test func `Sound.Drawing survives a round trip`() {
        expectRoundTrips(Sound.Drawing.self)
    }

    @Test func `Sound.Node survives a round trip`() {
        expectRoundTrips(Sound.Node.self)
    }

    @Test func `Sound.Tree survives a round trip`() {
        expectRoundTrips(Sound.Tree.self)
    }

    @Test func `Sound.Tree.Branch survives a round trip`() {
        expectRoundTrips(Sound.Tree.Branch.self)
    }

    @Test func `Sound.Validated survives a round trip`() {
        expectRoundTrips(Sound.Validated.self)
    }

    @Test func `Sound.Validated.Percent survives a round trip`() {
        expectRoundTrips(Sound.Validated.Percent.self)
    }

    @Test func `Sound.Validated.Email survives a round trip`() {
        expectRoundTrips(Sound.Validated.Email.self)
    }

    @Test func `Sound.Loose survives a round trip`() {
        expectRoundTrips(Sound.Loose.self)
    }

    @Test func `Sound.Settings survives a round trip`() {
        expectRoundTrips(Sound.Settings.self)
    }

    @Test func `Sound.Flattened survives a round trip`() {
        expectRoundTrips(Sound.Flattened.self)
    }

    @Test func `Sound.Flattened.Owner survives a round trip`() {
        expectRoundTrips(Sound.Flattened.Owner.self)
    }

    @Test func `Sound.Renamed survives a round trip`() {
        expectRoundTrips(Sound.Renamed.self)
    }

    @Test func `Sound.Animal survives a round trip`() {
        expectRoundTrips(Sound.Animal.self)
    }

    @Test func `Sound.Dog survives a round trip`() {
        expectRoundTrips(Sound.Dog.self)
    }

    @Test func `Sound.Photo survives a round trip`() {
        expectRoundTrips(Sound.Photo.self)
    }

    @Test func `Sound.Landmark survives a round trip`() {
        expectRoundTrips(Sound.Landmark.self)
    }

    @Test func `Sound.Landmark.Point survives a round trip`() {
        expectRoundTrips(Sound.Landmark.Point.self)
    }
}
