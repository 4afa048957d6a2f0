#if Replication
    import Testing

    @testable import QuireReplication

    /// The rules by which connections share the memory of a listener.
    @Suite struct MemoryBudgetTests {
        private static let megabyte = 1 << 20

        /// A budget of 8 MB with three accounts, the first of which is exempt.
        private struct Sharing {
            var state = MemoryBudgetState(capacity: 8 * megabyte)
            let exempt: Int
            let second: Int

            init(exempt: Int, second: Int, others: Int) {
                self.exempt = state.open()
                self.second = state.open()
                let other = state.open()
                state.add(exempt * megabyte, .unfinished, to: self.exempt)
                _ = state.hasRoom(for: 9 * megabyte, of: self.exempt, isNew: false)
                state.add(second * megabyte, .handled, to: self.second)
                state.add(others * megabyte, .handled, to: other)
            }

            mutating func hasRoom(for count: Int = 0, of number: Int, isNew: Bool = false) -> Bool {
                state.hasRoom(for: count, of: number, isNew: isNew)
            }
        }

        /// Sizes in megabytes, without the exempt account.
        static let shares: [(own: Int, others: Int, added: Int, hasRoom: Bool)] = [
            (0, 0, 1, true), (0, 7, 1, true), (0, 8, 1, false), (1, 6, 0, true),
            // Connections that occupy more than 1 MB have three quarters.
            (2, 3, 1, true), (2, 4, 0, false), (2, 3, 2, false), (0, 4, 2, true),
            (0, 5, 2, false), (6, 0, 0, false),
        ]

        @Test(arguments: shares)
        func `a quarter of the memory is for connections that occupy little`(
            own: Int, others: Int, added: Int, hasRoom: Bool
        ) {
            var sharing = Sharing(exempt: 8, second: own, others: others)
            let found = sharing.hasRoom(
                for: added * Self.megabyte, of: sharing.second, isNew: true)
            #expect(found == hasRoom)
        }

        @Test func `one connection at a time can exceed the limit`() {
            var sharing = Sharing(exempt: 8, second: 8, others: 0)
            let found = [sharing.hasRoom(of: sharing.exempt), sharing.hasRoom(of: sharing.second)]
            #expect(found == [true, false])
        }

        @Test func `the next connection can exceed the limit when the memory was released`() {
            var sharing = Sharing(exempt: 8, second: 8, others: 0)
            sharing.state.setUnfinished(0, of: sharing.exempt)
            let hasRoom = sharing.hasRoom(of: sharing.second)
            #expect(hasRoom)
        }

        @Test func `the next connection can exceed the limit when the first has ended`() {
            var sharing = Sharing(exempt: 8, second: 8, others: 0)
            sharing.state.close(sharing.exempt)
            let hasRoom = sharing.hasRoom(of: sharing.second)
            #expect(hasRoom)
        }

        @Test func `new requests of the exempt connection have a limit`() {
            var sharing = Sharing(exempt: 288, second: 0, others: 0)
            let found = [true, false].map {
                sharing.hasRoom(for: 1, of: sharing.exempt, isNew: $0)
            }
            #expect(found == [false, true])
        }

        @Test func `bytes count until they are released`() {
            let budget = MemoryBudget(capacity: 1000)
            let account = budget.open()
            var used: [Int] = []
            do {
                let first = account.charge(300, .handled)
                let second = account.charge(400, .outgoing)
                account.setUnfinished(50)
                used.append(budget.used)
                withExtendedLifetime((first, second)) {}
            }
            used.append(budget.used)
            account.setUnfinished(20)
            used.append(budget.used)
            account.close()
            used.append(budget.used)
            #expect(used == [750, 50, 20, 0])
        }

        @Test func `requests of a connection that has ended count until they are handled`() {
            let budget = MemoryBudget(capacity: 1000)
            var charge: MemoryCharge? = budget.open().charge(300, .handled)
            #expect(budget.used == 300)
            withExtendedLifetime(charge) {}
            charge = nil
            #expect(budget.used == 0)
        }

        @Test func `a frame waits until memory is released`() async {
            let budget = MemoryBudget(capacity: 1000)
            let accounts = [budget.open(), budget.open(), budget.open()]
            // The first account is exempt.
            accounts[0].setUnfinished(2 << 20)
            #expect(await accounts[0].waitForRoom(isNew: false))
            var charge: MemoryCharge? = accounts[1].charge(1000, .handled)
            let waiting = Task { [account = accounts[2]] in
                await account.waitForRoom(isNew: false)
            }
            await Task.yield()
            withExtendedLifetime(charge) {}
            charge = nil
            #expect(await waiting.value)
        }

        @Test func `a frame is refused if no memory is released in time`() async {
            var patience = MemoryBudget.Patience()
            patience.continuing = .zero
            let budget = MemoryBudget(capacity: 1000, patience: patience)
            let accounts = [budget.open(), budget.open(), budget.open()]
            accounts[0].setUnfinished(2 << 20)
            _ = await accounts[0].waitForRoom(isNew: false)
            accounts[1].setUnfinished(1000)
            #expect(await !accounts[2].waitForRoom(isNew: false))
        }

        static let stalls:
            [(size: Int, use: MemoryBudgetState.Use, progress: Int, isPaused: Bool, ends: Bool)] = [
                (1 << 20, .unfinished, 0, false, true), (1 << 20, .outgoing, 0, false, true),
                (1 << 20, .unfinished, 100_000, false, true),
                (1 << 20, .unfinished, 200_000, false, false),
                (1 << 20, .unfinished, 0, true, false), (1 << 20, .handled, 0, false, false),
                (1 << 16, .unfinished, 0, false, false),
            ]

        @Test(arguments: stalls)
        func `a peer without progress is disconnected while others wait`(
            size: Int, use: MemoryBudgetState.Use, progress: Int, isPaused: Bool, ends: Bool
        ) {
            var state = MemoryBudgetState(capacity: 1000)
            let number = state.open()
            state.onStall(of: number) {}
            state.add(size, use, to: number)
            state.setPaused(isPaused, of: number)
            let start = ContinuousClock.now
            var ended = 0
            for second in stride(from: 0, through: 32, by: 2) {
                if second == 4 { state.noteProgress(progress, of: number) }
                let time = start.advanced(by: .seconds(second))
                ended += state.stalled(at: time, after: .seconds(30)).count
            }
            #expect(ended == (ends ? 1 : 0))
        }

        @Test func `a peer that had nothing to do before is observed when others begin to wait`() {
            var state = MemoryBudgetState(capacity: 1000)
            let number = state.open()
            state.onStall(of: number) {}
            state.add(1 << 20, .unfinished, to: number)
            let start = ContinuousClock.now
            let ended = [0, 3600, 7200].flatMap { second in
                state.stalled(at: start.advanced(by: .seconds(second)), after: .seconds(30))
            }
            #expect(ended.isEmpty)
        }
    }
#endif
