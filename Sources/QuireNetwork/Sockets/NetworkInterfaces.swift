import Foundation
import QuirePlatform

/// The network interfaces of this machine.
package enum NetworkInterfaces {
    /// Returns the addresses that other machines can use, those of IPv4 first.
    ///
    /// Loopback addresses, and addresses of one network only (`fe80::…`), are left out.
    package static func addresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [(family: Int32, text: String)] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let pointer: UnsafeMutablePointer<sockaddr>? = entry.ifa_addr
            guard let pointer, let address = SocketAddress(ofInterface: pointer) else { continue }
            let text = address.host
            let isLocal = text.isEmpty || ["127.", "fe80:"].contains(where: text.hasPrefix)
            if !isLocal, text != "::1" { addresses.append((address.family, text)) }
        }
        let first = addresses.filter { $0.family == AF_INET }
        return (first + addresses.filter { $0.family != AF_INET }).map(\.text)
    }
}
