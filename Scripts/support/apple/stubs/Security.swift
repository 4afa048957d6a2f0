public import AppleFoundation
public import Foundation

public typealias OSStatus = Int32

public class SecTrust {}
public class SecCertificate {}
public class sec_trust: NSObject {}
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
public let errSSLXCertChainInvalid: OSStatus = -9807
public let errSSLBadCert: OSStatus = -9808
public let errSSLUnknownRootCert: OSStatus = -9812
public let errSSLNoRootCert: OSStatus = -9813
public let errSSLCertExpired: OSStatus = -9814
public let errSSLCertNotYetValid: OSStatus = -9815
public let errSSLPeerBadCert: OSStatus = -9825
public let errSSLPeerUnknownCA: OSStatus = -9831
public let errSSLHostNameMismatch: OSStatus = -9843
