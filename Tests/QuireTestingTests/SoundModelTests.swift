// Made by 'quire generate-tests', which replaces it when it is run again.

import QuireTesting
import Testing

@Suite struct SoundModelTests {
    @Test func `Sound.Everything comes back as it was`() {
        expectRoundTrips(Sound.Everything.self)
    }

    @Test func `Sound.Season comes back as it was`() {
        expectRoundTrips(Sound.Season.self)
    }

    @Test func `Sound.Level comes back as it was`() {
        expectRoundTrips(Sound.Level.self)
    }

    @Test func `Sound.ByKey comes back as it was`() {
        expectRoundTrips(Sound.ByKey.self)
    }

    @Test func `Sound.Shape comes back as it was`() {
        expectRoundTrips(Sound.Shape.self)
    }

    @Test func `Sound.Drawing comes back as it was`() {
        expectRoundTrips(Sound.Drawing.self)
    }

    @Test func `Sound.Node comes back as it was`() {
        expectRoundTrips(Sound.Node.self)
    }

    @Test func `Sound.Tree comes back as it was`() {
        expectRoundTrips(Sound.Tree.self)
    }

    @Test func `Sound.Tree.Branch comes back as it was`() {
        expectRoundTrips(Sound.Tree.Branch.self)
    }

    @Test func `Sound.Validated comes back as it was`() {
        expectRoundTrips(Sound.Validated.self)
    }

    @Test func `Sound.Validated.Percent comes back as it was`() {
        expectRoundTrips(Sound.Validated.Percent.self)
    }

    @Test func `Sound.Validated.Email comes back as it was`() {
        expectRoundTrips(Sound.Validated.Email.self)
    }

    @Test func `Sound.Loose comes back as it was`() {
        expectRoundTrips(Sound.Loose.self)
    }

    @Test func `Sound.Settings comes back as it was`() {
        expectRoundTrips(Sound.Settings.self)
    }

    @Test func `Sound.Flattened comes back as it was`() {
        expectRoundTrips(Sound.Flattened.self)
    }

    @Test func `Sound.Flattened.Owner comes back as it was`() {
        expectRoundTrips(Sound.Flattened.Owner.self)
    }

    @Test func `Sound.Renamed comes back as it was`() {
        expectRoundTrips(Sound.Renamed.self)
    }

    @Test func `Sound.Animal comes back as it was`() {
        expectRoundTrips(Sound.Animal.self)
    }

    @Test func `Sound.Dog comes back as it was`() {
        expectRoundTrips(Sound.Dog.self)
    }

    @Test func `Sound.Photo comes back as it was`() {
        expectRoundTrips(Sound.Photo.self)
    }

    @Test func `Sound.Landmark comes back as it was`() {
        expectRoundTrips(Sound.Landmark.self)
    }

    @Test func `Sound.Landmark.Point comes back as it was`() {
        expectRoundTrips(Sound.Landmark.Point.self)
    }
}
