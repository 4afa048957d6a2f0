public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

public protocol Subject<Output, Failure>: AnyObject, Publisher {
    func send(_ value: Output)
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {}

public struct Deferred<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public init(createPublisher: @escaping () -> Upstream) {}
}

public final class PassthroughSubject<Output, Failure: Error>: Subject {
    public init() {}
    public func send(_ value: Output) {}
}

public class AnyCancellable {
    public func cancel() {}
}

public protocol ObservableObject: AnyObject {}

extension Publisher {
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }

    public func handleEvents(
        receiveOutput: ((Output) -> Void)? = nil, receiveCancel: (() -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher()
    }

    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
    where Failure == Never {
        AnyCancellable()
    }
}
