#if Replication
    /// The accounts of a ``MemoryBudget``, and the rules by which they share it.
    struct MemoryBudgetState: Sendable {
        /// What a number of bytes is occupied by.
        enum Use: Sendable {
            /// Messages of which a part was received.
            case unfinished
            /// Received requests that are not answered.
            case handled
            /// Messages that are not sent completely.
            case outgoing
        }

        /// The bytes of a connection.
        private struct Account: Sendable {
            var unfinished = 0
            var handled = 0
            var outgoing = 0
            /// Whether this side has stopped reading.
            var isPaused = false
            /// The number of bytes that the peer has sent or received since ``progressStart``.
            var progress = 0
            var progressStart = ContinuousClock.now
            var onStall: (@Sendable () -> Void)?

            var size: Int { unfinished + handled + outgoing }
            /// The bytes that only the peer can release.
            var sizeOfPeer: Int { unfinished + outgoing }

            mutating func add(_ count: Int, _ use: Use) {
                switch use {
                case .unfinished: unfinished += count
                case .handled: handled += count
                case .outgoing: outgoing += count
                }
            }
        }

        /// The time after which accounts are observed from the beginning.
        private static let observationGap: Duration = .seconds(5)

        let capacity: Int
        private(set) var used = 0
        private var accounts: [Int: Account] = [:]
        private var lastNumber = 0
        /// The number of the exempt account.
        private var exempt: Int?
        private var lastObservation: ContinuousClock.Instant?

        init(capacity: Int) { self.capacity = capacity }

        // MARK: Accounts

        mutating func open() -> Int {
            lastNumber += 1
            accounts[lastNumber] = Account()
            return lastNumber
        }

        mutating func onStall(of number: Int, _ action: @escaping @Sendable () -> Void) {
            accounts[number]?.onStall = action
        }

        /// Closes an account.
        ///
        /// Requests that are still handled continue to count.
        mutating func close(_ number: Int) {
            guard let account = accounts.removeValue(forKey: number) else { return }
            used -= account.unfinished
            endExemption()
        }

        /// Adds a number of bytes, which can be negative.
        mutating func add(_ count: Int, _ use: Use, to number: Int) {
            used += count
            accounts[number]?.add(count, use)
            if count < 0 { endExemption() }
        }

        /// Sets the number of bytes in unfinished messages.
        mutating func setUnfinished(_ count: Int, of number: Int) {
            guard let account = accounts[number] else { return }
            add(count - account.unfinished, .unfinished, to: number)
        }

        // MARK: Room

        private func size(of number: Int) -> Int { accounts[number]?.size ?? 0 }

        /// The number of bytes of all accounts but the exempt one.
        var countedSize: Int { used - (exempt.map { size(of: $0) } ?? 0) }

        func isSmall(_ number: Int) -> Bool { size(of: number) <= MemoryBudget.smallSize }

        /// Returns whether a new request must not wait long.
        ///
        /// It would delay a message of the same connection of which a part was received.
        func isUrgent(_ number: Int) -> Bool {
            isSmall(number) || (accounts[number]?.unfinished ?? 0) > 0
        }

        /// Returns whether an account can occupy more bytes.
        ///
        /// - Parameters:
        ///   - count: The number of bytes, or 0 if it is unknown.
        ///   - number: The number of the account.
        ///   - isNew: Whether the bytes are those of a new request.
        /// - Returns: Whether the bytes can be added.
        mutating func hasRoom(for count: Int, of number: Int, isNew: Bool) -> Bool {
            guard accounts[number] != nil else { return true }
            if exempt == number {
                return !isNew || size(of: number) + count <= MemoryBudget.exemptSize
            }
            let limit =
                size(of: number) + count <= MemoryBudget.smallSize
                ? capacity : capacity - capacity / 4
            if countedSize + max(count, 1) <= limit { return true }
            // A connection that has received what it waited for needs no exemption anymore.
            if let exempt, !isSmall(exempt) { return false }
            exempt = number
            return true
        }

        private mutating func endExemption() {
            guard let exempt else { return }
            if used < capacity - capacity / 4 || accounts[exempt] == nil { self.exempt = nil }
        }

        // MARK: Progress

        mutating func noteProgress(_ count: Int, of number: Int) {
            accounts[number]?.progress += count
        }

        mutating func setPaused(_ isPaused: Bool, of number: Int) {
            accounts[number]?.isPaused = isPaused
        }

        /// Returns what ends the connections whose peers make no progress.
        mutating func stalled(
            at now: ContinuousClock.Instant, after limit: Duration
        ) -> [@Sendable () -> Void] {
            // A peer that had nothing to do before is observed from now on.
            let isFirst = lastObservation.map { $0.advanced(by: Self.observationGap) < now } ?? true
            if let lastObservation, !isFirst, lastObservation.advanced(by: limit / 30) > now {
                return []
            }
            lastObservation = now
            var stalled: [@Sendable () -> Void] = []
            for (number, account) in accounts {
                let isDue = account.progressStart.advanced(by: limit) <= now
                guard isFirst || isDue || account.isPaused else { continue }
                if !isFirst, !account.isPaused, account.sizeOfPeer > MemoryBudget.stallSize,
                    account.progress < MemoryBudget.stallProgress, let onStall = account.onStall
                {
                    stalled.append(onStall)
                }
                accounts[number]?.progress = 0
                accounts[number]?.progressStart = now
            }
            return stalled
        }
    }
#endif
