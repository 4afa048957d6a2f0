import Quire

/// A run of the script with simulated failures.
final class FaultRun {
    /// The results of a run.
    struct Report {
        /// The numbers of counted and of failed calls.
        let calls: Int
        let failures: Int
        /// The names of the steps that threw.
        let thrown: [String]
    }

    private let plan: FaultPlan
    private let script: FaultScript
    private var outcomes: [(step: FaultStep, hasThrown: Bool)] = []
    private var thrown: [String] = []

    init(_ plan: FaultPlan, directory: String, isLarge: Bool) {
        self.plan = plan
        script = FaultScript(directory: directory, isLarge: isLarge)
    }

    /// Runs the script and verifies the result.
    func run() throws -> Report {
        let database = try open()
        try script.prepare(database)
        let received = try ReceivedNotifications(in: database)
        plan.arm()
        for step in script.steps { try run(step, in: database, received) }
        try FaultPlan.suspended { try checkUse(of: database, received) }
        let hasClosed = try attempt("close") { try database.close() }
        let (calls, failures) = FaultPlan.disarm()
        try checkEnd(of: database, isClosed: hasClosed)
        try verify()
        try require(
            thrown.isEmpty || failures > 0, "\(thrown) threw, but no call has failed")
        return Report(calls: calls, failures: failures, thrown: thrown)
    }

    private func open() throws -> Database {
        try TortureDatabase.open(in: script.directory, fullSync: plan.needsFullSync)
    }

    // MARK: Steps

    private func run(
        _ step: FaultStep, in database: Database, _ received: ReceivedNotifications
    ) throws {
        var expected: [String] = []
        let isDone = try attempt(step.name) { expected = try step.run(database) }
        // Committed data can be read even if writing fails.
        let isThere = { try database.defaultCollection().body(id: FaultScript.steadyID) != nil }
        try require(
            try plan.letsReadsFail ? FaultPlan.suspended(isThere) : isThere(),
            "the unchanged document is missing after \(step.name)")
        let changes = received.drain()
        try require(
            changes == (isDone && !expected.isEmpty ? [expected] : []),
            "\(step.name) \(isDone ? "succeeded" : "threw") and a listener was notified of \(changes)"
        )
        outcomes.append((step, !isDone))
        guard let state = step.state else { return }
        let found = try FaultPlan.suspended { try state(database) }
        let fits = found == .after ? isDone || step.mayThrowAfterwards : found == .before && !isDone
        try require(
            fits,
            "\(step.name) \(isDone ? "succeeded" : "threw") and its results are \(found)")
    }

    /// Runs a closure that may throw only a `QuireError` that describes the simulated failure.
    ///
    /// - Returns: Whether the closure did not throw.
    private func attempt(_ name: String, _ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as QuireError {
            try require(
                plan.fits(error),
                "\(name) threw \(error)")
            thrown.append(name)
            return false
        } catch {
            throw TortureFailure("\(name) threw not a QuireError but \(type(of: error)): \(error)")
        }
    }

    // MARK: What is left

    /// Checks that an object works once the disk works again.
    private func checkUse(of database: Database, _ received: ReceivedNotifications) throws {
        try FaultScript.save("use", in: database.defaultCollection())
        try require(
            try database.defaultCollection().body(id: "use") != nil,
            "a document saved after the failures is missing")
        try require(
            received.drain() == [["use"]],
            "a listener was not notified of a change after the failures")
        try FaultScript.checkBlob(of: FaultScript.steadyID, in: database)
    }

    private func checkEnd(of database: Database, isClosed: Bool) throws {
        if !isClosed {
            try FaultScript.save("end", in: database.defaultCollection())
            try database.close()
        }
        do {
            _ = try database.defaultCollection().body(id: "use")
            throw TortureFailure("a closed database can be read")
        } catch QuireError.Code.notOpen {
            // This is expected.
        }
    }

    /// Verifies the file with a new object.
    private func verify() throws {
        let database = try open()
        try database.performMaintenance(type: .integrityCheck)
        for (step, hasThrown) in outcomes {
            guard let state = try step.state?(database) else { continue }
            // A failed commit that was written completely can reappear, but never a part of it.
            let fits = hasThrown ? state == .before || state == .after : state == .after
            try require(
                fits,
                "after reopening the results of \(step.name), which "
                    + "\(hasThrown ? "threw" : "succeeded"), are \(state)")
            if hasThrown, state == .after { Console.print("\(plan): \(step.name) came back") }
        }
        try checkUse(ofReopened: database)
        try database.close()
        try StoredRows(ofFile: TortureDatabase.file(in: script.directory)).checkSequences()
    }

    private func checkUse(ofReopened database: Database) throws {
        try require(
            try database.defaultCollection().body(id: "use") != nil,
            "a document saved after the failures is gone")
        try FaultScript.checkBlob(of: FaultScript.steadyID, in: database)
        try FaultScript.save("reopened", in: database.defaultCollection())
    }
}
