// Ten models with one mistake each, and the messages that a test of each model records.
//
//   swift run BrokenModels

import Foundation
import Quire
import QuireTesting

/// Prints the findings in a model with a mistake, and in the corrected model.
func report<B: DocumentModel, C: DocumentModel>(
    _ mistake: String, _ broken: ModelCheck<B>, _ corrected: ModelCheck<C>
) {
    print("\n\(mistake):")
    for finding in broken.findings() { print(finding) }
    print("Findings in the corrected model: \(corrected.findings().count)")
}

print("Ten models with one mistake each, and what a check finds in them")

report(
    "A property is missing in the coding keys",
    ModelCheck(Broken.Room.self), ModelCheck(Corrected.Room.self))

// A model that reads and writes the same misspelled key survives a round trip. A document that
// another program has written reveals the mistake.
let guest = #"{"name":"Ada","phone":"+47 22 33 44 55"}"#
report(
    "A key is misspelled",
    ModelCheck(Broken.Guest.self, fixtures: [guest]),
    ModelCheck(Corrected.Guest.self, fixtures: [guest]))

report(
    "init(from:) omits a property",
    ModelCheck(Broken.Hotel.self), ModelCheck(Corrected.Hotel.self))

report(
    "A default value hides that another key is decoded",
    ModelCheck(Broken.Review.self), ModelCheck(Corrected.Review.self))

report(
    "A value is encoded in minutes and decoded as seconds",
    ModelCheck(Broken.Massage.self), ModelCheck(Corrected.Massage.self))

report(
    "A date is encoded without fractional seconds",
    ModelCheck(Broken.Payment.self), ModelCheck(Corrected.Payment.self))

// An example is checked before the generated values.
report(
    "A price is a rounded floating-point number",
    ModelCheck(Broken.Invoice.self, examples: [Broken.Invoice(total: 0.1 + 0.2)]),
    ModelCheck(Corrected.Invoice.self, examples: [Corrected.Invoice(total: Decimal(3) / 10)]))

report(
    "A list is encoded as a set",
    ModelCheck(Broken.Tour.self), ModelCheck(Corrected.Tour.self))

let order = #"{"status":"canceled"}"#
report(
    "An enumeration cannot decode the values of newer programs",
    ModelCheck(Broken.Order.self, fixtures: [order]),
    ModelCheck(Corrected.Order.self, fixtures: [order]))

report(
    "The document ID is also stored in the body",
    ModelCheck(Broken.Customer.self), ModelCheck(Corrected.Customer.self))
