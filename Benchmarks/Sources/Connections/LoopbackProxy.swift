#if Replication
    import Foundation
    import Synchronization

    /// A TCP proxy on the loopback interface that counts the bytes of both directions.
    ///
    /// It can stop to read from the server, as a slow client does. It has a thread for each direction of a
    /// connection.
    final class LoopbackProxy: Sendable {
        private let listening: Int32
        private let target: UInt16
        private let count = Atomic<Int>(0)
        private let isPaused = Atomic<Bool>(false)
        private let isStopped = Atomic<Bool>(false)
        /// The port on which clients connect.
        let port: UInt16

        #if canImport(Darwin)
            private static let stream = SOCK_STREAM
        #else
            private static let stream = Int32(SOCK_STREAM.rawValue)
        #endif

        /// Starts a proxy.
        ///
        /// - Parameter target: The port of the server.
        /// - Throws: A ``Disagreement`` if the system offers no port.
        init(to target: UInt16) throws {
            self.target = target
            listening = socket(AF_INET, Self.stream, 0)
            var address = Self.address(0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let (socket, size) = (listening, length)
            let isListening = Self.withGeneric(&address) {
                bind(socket, $0, size) == 0 && listen(socket, 1_100) == 0
                    && getsockname(socket, $0, &length) == 0
            }
            guard isListening else { throw Disagreement("the proxy cannot listen") }
            port = UInt16(bigEndian: address.sin_port)
            start { proxy in proxy.accept() }
        }

        deinit { stop() }

        /// The number of bytes so far.
        var byteCount: Int { count.load(ordering: .acquiring) }

        /// Stops or continues to read what the server sends.
        func setPaused(_ value: Bool) { isPaused.store(value, ordering: .releasing) }

        /// Accepts no further connections.
        func stop() {
            guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
            shutdown(listening, Int32(SHUT_RDWR))
            close(listening)
        }

        private func start(_ body: @escaping @Sendable (LoopbackProxy) -> Void) {
            let thread = Thread { [self] in body(self) }
            thread.stackSize = 1 << 18
            thread.start()
        }

        private func accept() {
            while !isStopped.load(ordering: .acquiring) {
                let client = Foundation.accept(listening, nil, nil)
                guard client >= 0 else { return }
                let server = socket(AF_INET, Self.stream, 0)
                var address = Self.address(target)
                let isConnected = Self.withGeneric(&address) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
                guard isConnected else {
                    close(client)
                    close(server)
                    continue
                }
                start { $0.copy(from: client, to: server, canPause: false) }
                start { $0.copy(from: server, to: client, canPause: true) }
            }
        }

        private func copy(from source: Int32, to destination: Int32, canPause: Bool) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                while canPause, isPaused.load(ordering: .acquiring) {
                    Thread.sleep(forTimeInterval: 0.01)
                }
                let received = recv(source, &buffer, buffer.count, 0)
                guard received > 0 else { break }
                count.add(received, ordering: .relaxed)
                var sent = 0
                while sent < received {
                    let part = buffer[sent..<received].withUnsafeBytes {
                        send(destination, $0.baseAddress, $0.count, 0)
                    }
                    guard part > 0 else { break }
                    sent += part
                }
                if sent < received { break }
            }
            // The other thread ends too.
            shutdown(source, Int32(SHUT_RDWR))
            shutdown(destination, Int32(SHUT_RDWR))
        }

        private static func address(_ port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return address
        }

        private static func withGeneric<R>(
            _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> R
        ) -> R {
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
    }
#endif
