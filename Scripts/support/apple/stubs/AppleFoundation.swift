// Declarations of Foundation on Apple platforms that swift-corelibs-foundation lacks. The frontend
// imports this module implicitly, because a second module cannot be named Foundation.
public import Foundation

public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFArray = NSArray
public typealias CFError = NSError
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject

public func CFGetTypeID(_ value: CFTypeRef) -> UInt { 0 }

@MainActor @preconcurrency
public class UndoManager: NSObject {
    public var canUndo: Bool { false }
    public func undo() {}
    public func redo() {}
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping @MainActor @Sendable (Target) -> Void
    ) {}
    public func setActionName(_ name: String) {}
    public func removeAllActions(withTarget target: Any) {}
}

extension URL {
    @available(macOS 13, iOS 16, *)
    public static var applicationSupportDirectory: URL { URL(fileURLWithPath: "/") }
}

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier: String) -> URL? { nil }
}

#if !os(macOS)
    extension ProcessInfo {
        public func performExpiringActivity(
            withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
        ) {}
    }
#endif
