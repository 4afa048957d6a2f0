#if canImport(SwiftUI)
    public import SwiftUI

    private enum DocumentDatabaseKey: EnvironmentKey {
        static let defaultValue: (any DocumentDatabase)? = nil
    }

    extension EnvironmentValues {
        /// The database of the queries in a view, or `nil` if no database is set.
        public var documentDatabase: (any DocumentDatabase)? {
            get { self[DocumentDatabaseKey.self] }
            set { self[DocumentDatabaseKey.self] = newValue }
        }
    }

    extension View {
        /// Sets the database of the queries in this view and the views that it contains.
        ///
        /// A database of any engine can be used, such as an `InMemoryDatabase` in a preview.
        ///
        /// - Parameter database: The database, or `nil` for none.
        /// - Returns: The view with the database in its environment.
        public func documentDatabase(_ database: (any DocumentDatabase)?) -> some View {
            environment(\.documentDatabase, database)
        }
    }
#endif
