#if Replication
    @testable import QuireReplication

    extension ActivePlayer {
        /// Plays a continuous session and the local writes during it.
        ///
        /// - Parameters:
        ///   - name: The name of the device.
        ///   - options: The options.
        ///   - steps: The step with which the session begins, and all later ones.
        /// - Returns: The line of the step with which the session ends.
        /// - Throws: Errors of the local writes.
        func runContinuously(
            _ name: String, _ options: RunOptions, _ steps: ArraySlice<Step>
        ) async throws -> Int {
            guard let start = steps.first?.line,
                let script = connections(from: start).first(where: \.isAccepted)
            else { return 0 }
            let device = try device(name)
            let (session, partner) = try makeSession(device, options, script)
            let serving = Task { _ = await partner.run() }
            let running = Task { _ = await session.run() }
            var end = start
            for (index, step) in steps.enumerated().dropFirst() {
                await partner.wait(before: step.line)
                end = step.line
                if case .ended = step.step { break }
                guard case .write(name, let write) = step.step else { continue }
                let next = Self.nextWrite(of: write, by: name, Array(steps), index)
                try device.apply(write, at: step.line, next: next)
            }
            await session.stop()
            await running.value
            await serving.value
            await partner.finish()
            checkpoints = await partner.checkpoints
            return end
        }
    }

    extension RecordedServer {
        /// Waits until the messages before a line were sent and received, with a time limit.
        ///
        /// ``finish()`` reports the messages that are still missing then.
        nonisolated func wait(before line: Int) async {
            let deadline = ContinuousClock.now + .seconds(10)
            while ContinuousClock.now < deadline, await !isComplete(before: line) {
                try? await Task.sleep(for: .milliseconds(2))
            }
        }

        private func isComplete(before line: Int) -> Bool {
            !requests.all.contains { $0.line < line } && hasExchanged(before: line)
                && hasCheckpoint(before: line)
        }
    }
#endif
