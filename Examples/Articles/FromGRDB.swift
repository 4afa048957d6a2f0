// The counterparts of GRDB code.

import Foundation
import Quire

struct Player: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var score: Int
    var team: Reference<Team>?
}

struct Team: DocumentModel {
    @DocumentID var id: String?
    var name: String
}

let database = try Database(inMemoryNamed: "league")
let players = try database.repository(of: Player.self)
let teams = try database.repository(of: Team.self)

// Insert, fetch, update, delete.
try teams.save(Team(id: "red", name: "Red"))
var ada = try players.insert(Player(name: "Ada", score: 10, team: "red"))
try players.insert(Player(id: "lin", name: "Lin", score: 30))
ada.score = 20
ada = try players.save(ada)
print(try players.find("lin")?.name ?? "none")
try players.filter { $0.score >= 20 }.update { $0.score += 5 }
print(try players.sorted(by: \.score, .descending).limit(1).all().map(\.name))

// Associations are references. `resolve` loads the referenced documents in one query.
let all = try players.sorted(by: \.name).all()
let resolved = try teams.resolve(all, \.team)
for player in all { print(player.name, resolved[player.team]?.name ?? "no team") }

// SQL++ instead of SQL.
let best = try database.query("SELECT MAX(score) AS best FROM _ WHERE type = 'player'")
for row in best { print(row.toJSON()) }
try database.close()
