// The views of the article on SwiftUI and of the documentation of `DocumentQuery`.
#if canImport(SwiftUI)
    import Observation
    import Quire
    import SwiftUI

    enum DocumentedViews {
        struct Hotel: DocumentModel, Identifiable {
            @DocumentID var id: String?
            var name: String
            var city: String
            var stars: Int
        }

        struct HotelsApp: App {
            private let database = try? Database(name: "hoteldb")

            var body: some Scene {
                WindowGroup {
                    FourStarHotels().documentDatabase(database)
                }
            }
        }

        struct FourStarHotels: View {
            @DocumentQuery(Hotel.self, filter: { $0.stars > 3 }, sort: \.name) var hotels

            var body: some View {
                List(hotels) { hotel in Text(hotel.name) }
            }
        }

        struct CityHotels: View {
            @DocumentQuery<Hotel> var hotels: [Hotel]

            init(city: String) {
                _hotels = DocumentQuery(filter: { $0.city == city }, sort: \.name)
            }

            var body: some View {
                List(hotels) { hotel in Text(hotel.name) }
            }
        }

        struct SimilarHotels: View {
            struct Hotel: DocumentModel, Identifiable {
                @DocumentID var id: String?
                var name: String
                var embedding: Vector
            }

            @DocumentQuery<Hotel> var hotels: [Hotel]

            init(to vector: [Float]) {
                _hotels = DocumentQuery(nearest: { $0.nearest(to: vector, in: \.embedding) })
            }

            func show(_ vector: [Float]) {
                $hotels.observe(nearest: { $0.nearest(to: vector, in: \.embedding) })
            }

            var body: some View {
                List(hotels) { hotel in Text(hotel.name) }
            }
        }

        struct FirstHotels: View {
            @DocumentQuery(
                Hotel.self,
                selecting: { $0.sorted(by: \.name, collation: .localized).limit(20) })
            var hotels

            var body: some View {
                List(hotels) { hotel in Text(hotel.name) }
            }
        }

        struct HotelList: View {
            @DocumentQuery(Hotel.self, sort: \.name) var hotels
            @State private var search = ""

            var body: some View {
                List(hotels) { hotel in Text(hotel.name) }
                    .searchable(text: $search)
                    .onChange(of: search) {
                        $hotels.observe {
                            $0.filter { $0.name.hasPrefix(search) }.sorted(by: \.name)
                        }
                    }
                    .overlay {
                        if let error = $hotels.error { Text("\(error)") }
                    }
            }
        }

        struct BrowserView: View {
            let browser: HotelBrowser

            var body: some View {
                List(browser.hotels.stored) { hotel in Text(hotel.name) }
                    .animation(.default, value: browser.hotels.stored.map(\.id))
            }
        }

        @MainActor @Observable
        final class HotelBrowser {
            let hotels: ObservedSelection<Hotel>

            init(_ hotels: Repository<Hotel>) {
                self.hotels = ObservedSelection(hotels.selection)
            }
        }
    }
#endif
