// Programs import only this module, as they import only CouchbaseLiteSwift with Couchbase Lite.

@_exported public import Foundation
@_exported public import Quire
