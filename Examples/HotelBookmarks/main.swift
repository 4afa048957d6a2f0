// The guest scenario of a travel app.
//
// It imports hotels from a catalogue into the guest's database, bookmarks some of them and removes
// a bookmark.
//
//   swift run HotelBookmarks                             the hotels of the example
//   swift run HotelBookmarks hotels.jsonl                the hotels of a file of JSON lines
//   swift run HotelBookmarks hotels.jsonl --folder DIR   the database in the folder DIR

import Foundation

let arguments: Arguments
do {
    arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch {
    complain("\(error)\nusage: HotelBookmarks [FILE] [--folder DIR]")
    exit(2)
}

do {
    let catalogue = try HotelFile(url: arguments.file).hotels()
    try Scenario(guest: Guest(folder: arguments.folder), catalogue: catalogue).play()
} catch let problems as HotelFile.Problems {
    for problem in problems.all.prefix(10) { complain(problem.description) }
    if problems.all.count > 10 { complain("\(problems.all.count - 10) more problems") }
    complain("No hotels were imported. Correct the file and try again.")
    exit(1)
} catch {
    complain("\(error)")
    exit(1)
}
