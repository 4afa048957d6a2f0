// The counterparts of Realm code, and a migration of existing objects.

import Foundation
import Quire

struct Recipe: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var minutes: Int
    var ingredients: [Ingredient] = []
    var chef: Reference<Chef>?

    struct Ingredient: Codable, Sendable {
        var name: String
        var grams: Double
    }
}

struct Chef: DocumentModel {
    @DocumentID var id: String?
    var name: String
}

// Stand-ins for Realm's classes and for objects that an older version of the app has stored.
struct ObjectId {
    let stringValue: String
}
final class ChefObject {
    let _id = ObjectId(stringValue: "6560f1a2c3d4e5f601234567")
    let name = "Ada"
}
final class IngredientObject {
    let name: String
    let grams: Double
    init(_ name: String, _ grams: Double) { (self.name, self.grams) = (name, grams) }
}
final class RecipeObject {
    let _id: ObjectId
    let title: String
    let minutes: Int
    let ingredients: [IngredientObject]
    let chef: ChefObject?
    init(
        _ _id: String, _ title: String, _ minutes: Int, _ ingredients: [IngredientObject],
        _ chef: ChefObject?
    ) {
        self._id = ObjectId(stringValue: _id)
        self.title = title
        self.minutes = minutes
        self.ingredients = ingredients
        self.chef = chef
    }
}
struct Realm {
    private let ada = ChefObject()
    func objects(_ type: ChefObject.Type) -> [ChefObject] { [ada] }
    func objects(_ type: RecipeObject.Type) -> [RecipeObject] {
        let butter = IngredientObject("Butter", 30)
        return [
            RecipeObject("soup", "Fish soup", 40, [IngredientObject("Cod", 400), butter], ada),
            RecipeObject("waffles", "Waffles", 25, [butter], ada),
            RecipeObject("toast", "Toast", 5, [], nil),
        ]
    }
}

// Migrating the objects, in one transaction.
extension Chef {
    init(_ object: ChefObject) {
        self.init(id: object._id.stringValue, name: object.name)
    }
}

extension Recipe {
    init(_ object: RecipeObject) {
        self.init(
            id: object._id.stringValue, title: object.title, minutes: object.minutes,
            ingredients: object.ingredients.map { Ingredient(name: $0.name, grams: $0.grams) },
            chef: object.chef.map { Reference(id: $0._id.stringValue) })
    }
}

func migrate(_ realm: Realm, to database: Database) throws {
    let chefs = try database.repository(of: Chef.self)
    let recipes = try database.repository(of: Recipe.self)
    try database.inBatch {
        for chef in realm.objects(ChefObject.self) { try chefs.upsert(Chef(chef)) }
        for recipe in realm.objects(RecipeObject.self) { try recipes.upsert(Recipe(recipe)) }
    }
}

let database = try Database(inMemoryNamed: "kitchen")
try migrate(Realm(), to: database)
let recipes = try database.repository(of: Recipe.self)
let chefs = try database.repository(of: Chef.self)
print(try recipes.count(), "recipes,", try chefs.count(), "chef")
print(try recipes.json("waffles") ?? "none")

// Queries.
let quick = recipes.filter { $0.minutes < 30 && $0.chef.model.name == "Ada" }
print(try quick.sorted(by: \.title).all().map(\.title))

let buttery = recipes.filter { $0.ingredients.any { $0.name == "Butter" && $0.grams >= 30 } }
print(try buttery.count())

// The counterpart of a linking property.
let ada = try chefs.all()[0]
print(try recipes.referring(to: ada, by: \.chef).sorted(by: \.minutes).all().map(\.title))

// Changes are saved explicitly.
var soup = try recipes.require("soup")
soup.minutes = 35
soup = try recipes.save(soup)
try recipes.update("waffles") { $0.ingredients.append(.init(name: "Cardamom", grams: 2)) }
try recipes.filter { $0.minutes < 10 }.delete()
print(try recipes.count())

// Observation.
func watch(_ selection: Selection<Recipe>, updating recipes: Repository<Recipe>) async throws {
    for try await change in selection.changes() {
        print(change.models.map(\.title), "inserted:", change.inserted.map(\.id))
        if change.models.count > 1 { break }
        try await recipes.save(Recipe(id: "eggs", title: "Fried eggs", minutes: 10))
    }
}
try await watch(recipes.filter { $0.minutes < 30 }.sorted(by: \.title), updating: recipes)
try database.close()
