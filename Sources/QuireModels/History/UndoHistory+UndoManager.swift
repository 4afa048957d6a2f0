#if canImport(ObjectiveC)
    public import Foundation
    import QuirePlatform

    extension UndoHistory {
        /// Registers each new step with an undo manager, such as the one of a window or a view.
        ///
        /// The undo manager then undoes and redoes the steps through its menu items and gestures,
        /// with the names of the steps. Each action undoes the last step of the history, so do not
        /// also call `undo(onConflict:)`. An action blocks the main thread until its transaction
        /// has ended.
        ///
        /// After an error, the actions of the history are removed from the undo manager, but its
        /// steps can still be undone with `undo(onConflict:)`. The undo manager does not retain
        /// the history.
        ///
        /// - Parameters:
        ///   - undoManager: The undo manager.
        ///   - onError: A closure that receives the errors of undo and redo, such as conflicts.
        /// - Returns: The connection. When it is released, the actions have no effect and new steps
        ///   are not registered.
        @MainActor
        public func connect(
            to undoManager: UndoManager,
            onError: @escaping @MainActor @Sendable (any Error) -> Void = { _ in }
        ) -> UndoManagerConnection {
            let connection = UndoManagerConnection(self, undoManager: undoManager, onError: onError)
            stepObservers.withLock { observers in
                observers.append { [weak connection] name in
                    Task { @MainActor in connection?.register(.undo, name) }
                }
            }
            return connection
        }
    }

    /// The connection of a history with an undo manager.
    ///
    /// ```swift
    /// let undoManager = UndoManager()
    /// let connection = history.connect(to: undoManager) { error in
    ///     print(error.localizedDescription)
    /// }
    /// ```
    @MainActor
    public final class UndoManagerConnection {
        private let history: UndoHistory
        private weak var undoManager: UndoManager?
        private let onError: @MainActor @Sendable (any Error) -> Void

        init(
            _ history: UndoHistory, undoManager: UndoManager,
            onError: @escaping @MainActor @Sendable (any Error) -> Void
        ) {
            self.history = history
            self.undoManager = undoManager
            self.onError = onError
        }

        /// Registers an action for the next step of a direction.
        fileprivate func register(_ direction: UndoDirection, _ name: String?) {
            undoManager?.registerUndo(withTarget: history) { [weak self] _ in
                // An undo manager calls its actions on the main thread.
                MainActor.assumeIsolated { self?.perform(direction, name) }
            }
            if let name { undoManager?.setActionName(name) }
        }

        private func perform(_ direction: UndoDirection, _ name: String?) {
            // An action that is registered during an undo is the action of the redo.
            register(direction == .undo ? .redo : .undo, name)
            do {
                switch direction {
                case .undo: try history.undo()
                case .redo: try history.redo()
                }
            } catch {
                // The actions no longer correspond to the steps.
                undoManager?.removeAllActions(withTarget: history)
                onError(error)
            }
        }
    }
#endif
