public import Foundation

@MainActor
public final class UIApplication: NSObject {}

@MainActor
public protocol UIApplicationDelegate {
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
}
