#if Replication && canImport(Network)
    import Foundation
    import Security

    extension SecIdentity {
        /// Returns the identity in a result of Security.
        static func from(_ result: CFTypeRef?) -> SecIdentity? {
            guard let result, CFGetTypeID(result) == SecIdentityGetTypeID() else { return nil }
            // The number of the type is that of identities. Swift cannot check types of Core Foundation.
            return unsafeDowncast(result, to: SecIdentity.self)
        }
    }
#endif
