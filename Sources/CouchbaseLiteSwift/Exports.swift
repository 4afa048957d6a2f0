// As with Couchbase Lite, a program needs to import only this module.

@_exported public import Foundation
@_exported public import Quire
