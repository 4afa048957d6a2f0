// A shop's catalogue: products of several types in one collection, full-text search and facets.
//
//   swift run Catalogue

import Quire

let catalogue = try Catalogue()
try catalogue.products.save([
    .book(
        Book(
            id: "b1", title: "Lighting a Home", author: "M. Nordahl", subject: "design",
            text: "Where lamps belong, and how much light a room needs.", price: 29)),
    .book(
        Book(
            id: "b2", title: "Bread", author: "A. Levain", subject: "cooking",
            text: "Flour, water, salt and patience.", price: 24.5)),
    .book(
        Book(
            id: "b3", title: "Chairs and Tables", author: "K. Lind", subject: "design",
            text: "A century of furniture.", price: 45)),
    .lamp(
        Lamp(
            id: "l1", title: "Desk lamp Nils", text: "Warm light for late readers.", price: 49,
            watts: 7)),
    .lamp(
        Lamp(
            id: "l2", title: "Torch", text: "Finds the fuse box.", price: 12, watts: 3)),
])

// This version finds and keeps products of types that only a newer version of the shop has.
let voucher = MutableDocument(id: "v1", data: ["type": "voucher", "title": "Voucher for a light"])
try catalogue.database.collection(name: "products")?.save(document: voucher)

print("All products:")
for product in try catalogue.products.all() { print("  \(product)") }

print("\nLamps of more than 5 watts:")
for lamp in try catalogue.products.filter(Lamp.self, { $0.watts > 5 }).all(Lamp.self) {
    print("  \(lamp.title)")
}

print("\nFound with \"light\":")
for product in try catalogue.search("light") { print("  \(product)") }

print("\nTypes of these products:")
for facet in try catalogue.types(in: "light") { print("  \(facet.value): \(facet.count)") }

print("\nBooks by subject:")
for (subject, count, cheapest) in try catalogue.subjects() {
    print("  \(subject): \(count), from \(cheapest)")
}
