// The guest scenario of a travel app: hotels come from a catalogue into a database of the guest's
// own, the guest bookmarks some of them and removes a bookmark again.
//
//   swift run HotelBookmarks                          hotels that come with the example
//   swift run HotelBookmarks hotels.jsonl             those of a file, one JSON object a line
//   swift run HotelBookmarks hotels.jsonl --folder DIR   with the database in a folder of choice

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
    if problems.all.count > 10 { complain("and \(problems.all.count - 10) more lines") }
    complain("Nothing was saved: hotels are imported all together or not at all.")
    exit(1)
} catch {
    complain("\(error)")
    exit(1)
}
