public import AppleFoundation
public import Foundation

public typealias OSStatus = Int32

public class SecTrust {}
public class SecCertificate {}
public class SecKey {}
public class SecIdentity {}
public class SecPolicy {}
public class sec_trust: NSObject {}
public class sec_identity: NSObject {}
public class sec_certificate: NSObject {}
public typealias sec_identity_t = sec_identity
public typealias sec_certificate_t = sec_certificate
public class sec_protocol_options: NSObject {}
public class sec_protocol_metadata: NSObject {}
public typealias sec_trust_t = sec_trust
public typealias sec_protocol_options_t = sec_protocol_options
public typealias sec_protocol_metadata_t = sec_protocol_metadata

public enum tls_protocol_version_t: UInt16, Sendable { case TLSv12 = 0x0303, TLSv13 = 0x0304 }

public typealias sec_protocol_verify_complete_t = (Bool) -> Void
public typealias sec_protocol_verify_t = (
    sec_protocol_metadata_t, sec_trust_t, @escaping sec_protocol_verify_complete_t
) -> Void

public func sec_protocol_options_set_min_tls_protocol_version(
    _ options: sec_protocol_options_t, _ version: tls_protocol_version_t
) {}

public func sec_protocol_options_set_verify_block(
    _ options: sec_protocol_options_t, _ block: @escaping sec_protocol_verify_t,
    _ queue: DispatchQueue
) {}

public func sec_trust_copy_ref(_ trust: sec_trust_t) -> Unmanaged<SecTrust> {
    .passRetained(SecTrust())
}

public func SecCertificateCreateWithData(_ allocator: Any?, _ data: CFData) -> SecCertificate? {
    nil
}
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { NSData() }
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray?) -> OSStatus { 0 }
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus { 0 }
public func SecTrustEvaluateWithError(
    _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { false }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let errSSLXCertChainInvalid: OSStatus = -9807
public let errSSLBadCert: OSStatus = -9808
public let errSSLUnknownRootCert: OSStatus = -9812
public let errSSLNoRootCert: OSStatus = -9813
public let errSSLCertExpired: OSStatus = -9814
public let errSSLCertNotYetValid: OSStatus = -9815
public let errSSLPeerBadCert: OSStatus = -9825
public let errSSLPeerUnknownCA: OSStatus = -9831
public let errSSLHostNameMismatch: OSStatus = -9843

public struct SecKeyAlgorithm: Sendable {
    public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm()
}

nonisolated(unsafe) public let kSecAttrKeyType = NSString()
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom = NSString()
nonisolated(unsafe) public let kSecAttrKeyTypeRSA = NSString()
nonisolated(unsafe) public let kSecAttrKeySizeInBits = NSString()
nonisolated(unsafe) public let kSecAttrKeyClass = NSString()
nonisolated(unsafe) public let kSecAttrKeyClassPrivate = NSString()
nonisolated(unsafe) public let kSecAttrLabel = NSString()
nonisolated(unsafe) public let kSecAttrService = NSString()
nonisolated(unsafe) public let kSecAttrAccount = NSString()
nonisolated(unsafe) public let kSecAttrAccessible = NSString()
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = NSString()
nonisolated(unsafe) public let kSecClass = NSString()
nonisolated(unsafe) public let kSecClassKey = NSString()
nonisolated(unsafe) public let kSecClassGenericPassword = NSString()
nonisolated(unsafe) public let kSecClassCertificate = NSString()
nonisolated(unsafe) public let kSecClassIdentity = NSString()
nonisolated(unsafe) public let kSecValueRef = NSString()
nonisolated(unsafe) public let kSecReturnRef = NSString()
nonisolated(unsafe) public let kSecReturnData = NSString()
nonisolated(unsafe) public let kSecValueData = NSString()
nonisolated(unsafe) public let kSecImportExportPassphrase = NSString()
nonisolated(unsafe) public let kSecImportItemIdentity = NSString()
nonisolated(unsafe) public let kSecImportItemCertChain = NSString()

public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { nil }
public func SecKeyCreateWithData(
    _ data: CFData, _ attributes: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { nil }
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { nil }
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { nil }
public func SecIdentityCopyPrivateKey(
    _ identity: SecIdentity, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus { 0 }
public func SecIdentityCopyCertificate(
    _ identity: SecIdentity, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus { 0 }
public func SecIdentityGetTypeID() -> UInt { 0 }
public func SecItemAdd(
    _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }
public func SecItemCopyMatching(
    _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { 0 }
@discardableResult public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
public func SecPKCS12Import(
    _ data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { 0 }
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy { SecPolicy() }
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ isAllowed: Bool) -> OSStatus { 0 }
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus { 0 }

public func sec_identity_create_with_certificates(
    _ identity: SecIdentity, _ certificates: CFArray
) -> sec_identity_t? { nil }
public func sec_protocol_options_set_local_identity(
    _ options: sec_protocol_options_t, _ identity: sec_identity_t
) {}
public func sec_protocol_options_set_peer_authentication_required(
    _ options: sec_protocol_options_t, _ isRequired: Bool
) {}
public func sec_protocol_metadata_access_peer_certificate_chain(
    _ metadata: sec_protocol_metadata_t, _ handler: (sec_certificate_t) -> Void
) -> Bool { false }
public func sec_certificate_copy_ref(_ certificate: sec_certificate_t) -> Unmanaged<SecCertificate> {
    .passRetained(SecCertificate())
}
