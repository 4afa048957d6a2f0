public import Observation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// The views that have no body in this module.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError() }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct EmptyView: PrimitiveView, Sendable {
    nonisolated public init() {}
}

public struct TupleView<each Content: View>: PrimitiveView {
    nonisolated init(_ content: repeat each Content) {}
}

public struct EitherView<First: View, Second: View>: PrimitiveView {
    nonisolated init() {}
}

public struct OptionalView<Content: View>: PrimitiveView {
    nonisolated init() {}
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    @_disfavoredOverload
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<repeat each Content> {
        TupleView(repeat each content)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> OptionalView<Content> {
        OptionalView()
    }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> EitherView<First, Second> {
        EitherView()
    }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> EitherView<First, Second> {
        EitherView()
    }
}

// MARK: - State

@MainActor @preconcurrency
public protocol DynamicProperty {
    nonisolated mutating func update()
}

extension DynamicProperty {
    nonisolated public mutating func update() {}
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public init(_ type: Value.Type) where Value: AnyObject, Value: Observable {}
    public var wrappedValue: Value { fatalError() }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    public init(projectedValue: Binding<Value>) { self = projectedValue }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Member>(
        dynamicMember keyPath: WritableKeyPath<Value, Member>
    ) -> Binding<Member> {
        fatalError()
    }
}

// MARK: - Views

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct Text: PrimitiveView, Sendable {
    @_disfavoredOverload
    public init<Content: StringProtocol>(_ content: Content) {}
    public init(_ content: String) {}
}

public struct List<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == OptionalView<Row> {}
}

public struct Form<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Content: View>: PrimitiveView {
    public init(@ViewBuilder root: () -> Content) {}
}

public struct NavigationLink<Destination: View>: PrimitiveView {
    public init(_ title: String, @ViewBuilder destination: () -> Destination) {}
}

public struct TextField: PrimitiveView {
    public init(_ title: String, text: Binding<String>) {}
}

public struct Button: PrimitiveView {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
}

public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
}

extension View {
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { self }
    public func environment<Value: AnyObject & Observable>(_ object: Value?) -> some View { self }
    public func searchable(text: Binding<String>) -> some View { self }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { self }
    public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
    public func disabled(_ disabled: Bool) -> some View { self }
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
        self
    }
}
