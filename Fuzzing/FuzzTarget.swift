import Foundation

// The program has the name of the run that it runs, so that
//
//   .build-fuzz/json-reader FILE
//
// runs one input again. libFuzzer brings the main function.

private let walk: FuzzRun = {
    let name = URL(filePath: CommandLine.arguments.first ?? "").lastPathComponent
    guard let walk = FuzzRun(rawValue: name) else { end("there is no fuzz target \(name)") }
    return walk
}()

/// Runs the run on one input; called by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    do {
        try walk.run(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    } catch {
        end("\(walk.rawValue): \(error)")
    }
    return 0
}

/// Says what is wrong and ends the process so that libFuzzer keeps the input.
private func end(_ message: String) -> Never {
    FileHandle.standardError.write(Data("== \(message)\n".utf8))
    abort()
}
