import QuirePlatform

/// A secret that opens the page once.
///
/// The token is not part of the arguments of a browser's process, because other users of the machine
/// can read them. The browser gets a URL with a ticket instead, and the server redirects the first
/// request with the ticket to the URL with the token.
final class OpeningTicket: Sendable {
    private static let lifetime = Duration.seconds(60)

    private let current = Mutex<(text: String, end: ContinuousClock.Instant)?>(nil)

    /// Creates a ticket, which replaces the one before.
    func create() -> String {
        let text = RequestPolicy.newToken()
        current.withLock { $0 = (text, .now + Self.lifetime) }
        return text
    }

    /// Returns whether a text is the ticket, which is then used up.
    func use(_ text: String) -> Bool {
        current.withLock { current in
            guard let ticket = current, ticket.end > .now,
                RequestPolicy.areEqual(ticket.text, text)
            else { return false }
            current = nil
            return true
        }
    }
}
