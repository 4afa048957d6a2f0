import Foundation
import QuirePlatform
import Quire

/// An observer of a list, which checks each change.
final class ObservedLiveList: Sendable {
    private struct State {
        var guests: [String] = []
        var changeCount = 0
        var failure: String?
        var task: Task<Void, Never>?
    }

    private let observed: LiveSelection
    private let state = Mutex(State())

    init(_ observed: LiveSelection) {
        self.observed = observed
        let task = Task { await self.observe() }
        state.withLock { $0.task = task }
    }

    /// The number of delivered changes.
    var changeCount: Int { state.withLock { $0.changeCount } }

    func cancel() { state.withLock { $0.task?.cancel() } }

    /// Waits until the list is equal to the result of its query.
    ///
    /// - Throws: ``TortureFailure`` if it is still different after a minute, or a change was wrong.
    func compare(after commits: Int) throws {
        let expected = try observed.selection.all().map(Self.text)
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            let (guests, failure) = state.withLock { ($0.guests, $0.failure) }
            if let failure { throw TortureFailure("\(observed.name): \(failure)") }
            if guests == expected { return }
            try require(
                Date() < deadline,
                "\(observed.name) after \(commits) commits: \(guests), expected \(expected)")
            usleep(100)
        }
    }

    private static func text(_ guest: LiveGuest) -> String { "\(guest.id ?? "")@\(guest.stamp)" }

    private func observe() async {
        var known: [String: LiveGuest] = [:]
        do {
            for try await change in observed.selection.changes() {
                let failure = check(change, following: &known)
                state.withLock { state in
                    state.guests = change.models.map { Self.text($0.value) }
                    state.changeCount += 1
                    state.failure = state.failure ?? failure
                }
            }
        } catch {
            state.withLock { $0.failure = "\(error)" }
        }
    }

    /// Returns the first contradiction in a change, if any.
    ///
    /// `known` contains the guests of the previous change by their IDs.
    private func check(
        _ change: SelectionChange<LiveGuest>, following known: inout [String: LiveGuest]
    ) -> String? {
        for id in change.removed where known.removeValue(forKey: id) == nil {
            return "\(id) is removed, but was not in the list"
        }
        for guest in change.updated where known.updateValue(guest.value, forKey: guest.id) == nil {
            return "\(guest.id) is updated, but was not in the list"
        }
        for guest in change.inserted where known.updateValue(guest.value, forKey: guest.id) != nil {
            return "\(guest.id) is inserted, but was in the list"
        }
        let current = Dictionary(change.models.map { ($0.id, $0.value) }) { first, _ in first }
        if change.count != change.models.count || current != known {
            return "the list does not follow from its changes"
        }
        guard observed.hasPairs else { return nil }
        let pairs = Dictionary(grouping: current.values) { LiveGuest.pair(of: $0.id ?? "") }
        let torn = pairs.first { $1.count != 2 || $1[0].stamp != $1[1].stamp }
        return torn.map { "the list contains a part of the transaction of \($0.key)" }
    }
}
