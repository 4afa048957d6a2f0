// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Package.swift runs on the Mac that builds for an Apple platform. The SDKs contain SQLite and zlib;
// pkg-config would find those of Homebrew, which only this Mac has. Only apps need a privacy manifest.
#if os(macOS)
    let sqlitePackage: String? = nil
    let zlibPackage: String? = nil
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let excludedManifest: [String] = []
#else
    let sqlitePackage: String? = "sqlite3"
    let zlibPackage: String? = "zlib"
    let privacyManifest: [Resource] = []
    let excludedManifest = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "Quire",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Quire", targets: ["Quire"]),
        .library(name: "CouchbaseLiteSwift", targets: ["CouchbaseLiteSwift"]),
        .library(name: "SQLPlusPlus", targets: ["SQLPlusPlus"]),
        // For previews: an app cannot link QuireTesting, which needs the library Testing.
        .library(name: "QuireInMemory", targets: ["QuireInMemory"]),
        .library(name: "QuireTesting", targets: ["QuireTesting"]),
        // Empty without the traits of these names.
        .library(name: "QuirePostgreSQL", targets: ["QuirePostgreSQL"]),
        .library(name: "QuireReplication", targets: ["QuireReplication"]),
        .library(name: "QuireFormats", targets: ["QuireFormats"]),
        .library(name: "QuireStudio", targets: ["QuireStudio"]),
        // Installed as `quire`. File systems that ignore case need a name unlike that of the library.
        .executable(name: "quire-cli", targets: ["QuireCLI"]),
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "QuirePostgreSQL, for servers. It requires libpq."),
        .trait(name: "Gzip", description: "Compressed files in QuireFormats. It requires zlib."),
        .trait(name: "Encryption", description: "Encrypted databases. Linux needs OpenSSL 3."),
        .trait(
            name: "Replication",
            description: """
                QuireReplication, replication with Sync Gateway, Couchbase Lite and other databases of \
                Quire. It requires zlib, and libcurl and OpenSSL 3 on Linux.
                """, enabledTraits: ["Gzip"]),
    ],
    targets: [
        // C libraries
        .systemLibrary(
            name: "CSQLite", pkgConfig: sqlitePackage, providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CProcessor"),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: zlibPackage, providers: [.apt(["zlib1g-dev"])]),

        // The library
        library("QuirePlatform", ["CProcessor"]),
        library("Fleece", ["QuirePlatform"]),
        library("SQLPlusPlus"),
        // Words of full-text indexes, and distances of vectors.
        library("QuireSearch", ["CProcessor"]),
        // Documents, and the bodies of models.
        library("QuireDocuments", base),
        // The values and functions of the query language, an evaluator, and the protocols of an engine.
        library("QuireQuery", base + ["QuireDocuments", "QuireSearch"]),
        // Repositories of models, in any engine.
        library("QuireModels", shared),
        // Keys, and encrypted files below SQLite.
        library(
            "QuireEncryption",
            ["CSQLite", "QuireDocuments", "QuirePlatform", onLinux("COpenSSL", "Encryption")]),
        // A database file: pages, revisions, blobs, transactions, changes.
        library("QuireStore", shared + ["CSQLite", "QuireEncryption"]),
        // The SQL of statements, indexes and live queries of a database file.
        library("QuireStoreQuery", shared + ["QuireStore"]),
        // What an app imports: all of these, and what needs a database file and models.
        .target(
            name: "Quire",
            dependencies: shared + ["QuireModels", "QuireStore", "QuireStoreQuery"],
            exclude: excludedManifest, resources: privacyManifest, swiftSettings: settings),

        // Engines, replication and other interfaces
        library("QuirePostgreSQL", base + ["QuireModels", postgreSQL]),
        library("QuireInMemory", base + ["QuireModels"]),
        // Byte streams, sockets and HTTP messages. It knows nothing of databases.
        library("QuireNetwork", ["QuirePlatform"]),
        // Apple platforms have their own TLS.
        library(
            "QuireReplication",
            base + [
                "Quire", "QuireDocuments", "QuireNetwork", zlib, onLinux("CCurl", "Replication"),
                onLinux("COpenSSL", "Replication"),
            ]),
        library("QuireTesting", base + ["Quire", "QuireInMemory"]),
        // Couchbase Lite's API, whose programs compile unchanged.
        library("CouchbaseLiteSwift", base + ["Quire", "QuireReplication"]),

        // The tools
        // Text formats of documents.
        library("QuireFormats", ["Fleece", "QuireDocuments", "QuirePlatform", zlib]),
        // Checks, summaries and raw views of a database.
        library("QuireInspection", ["Quire", "SQLPlusPlus", "Fleece"]),
        // A server whose page shows and edits a database in a browser.
        .target(
            name: "QuireStudio",
            dependencies: base + ["Quire", "QuireFormats", "QuireInspection", "QuireNetwork"],
            exclude: ["Page"], swiftSettings: settings, plugins: ["EmbedPage"]),
        .plugin(name: "EmbedPage", capability: .buildTool, dependencies: ["PageEmbedder"]),
        program("PageEmbedder", [], "Plugins/PageEmbedder"),
        program(
            "QuireCLI",
            base + [
                "Quire", "QuireFormats", "QuireInspection", "QuireStudio", "QuirePostgreSQL",
                "QuireReplication",
            ], nil),
    ] + libraryTests + (Context.environment["QUIRE_TESTS"] == "all" ? furtherTests : []),
    swiftLanguageModes: [.v6]
)

// The tests of the library, and what several tests use.
var libraryTests: [Target] {
    [
        support("QuireTestSupport", ["CSQLite", "QuirePlatform"]),
        // Databases, and a PostgreSQL server. Apart from what supports all tests: those of Fleece and SQL++
        // know nothing of Quire.
        support(
            "DatabaseTestSupport",
            base + [
                "Quire", "QuireStore", "QuireInMemory", "QuirePostgreSQL", "CSQLite",
                "QuireTestSupport",
            ], exclude: ["Fixtures"]),
        tests(
            "FleeceTests", ["Fleece", "QuirePlatform", "QuireTestSupport"],
            exclude: ["Fixtures", "Regressions"]),
        tests("SQLPlusPlusTests", ["SQLPlusPlus", "QuireTestSupport"]),
        tests(
            "QuireDocumentsTests",
            base + [
                "QuireDocuments", "Quire", "QuireStore", "QuireTesting", "QuireTestSupport",
                "DatabaseTestSupport",
            ]),
        tests("QuireSearchTests", ["QuireSearch"], exclude: ["Fixtures"]),
        tests("QuireStoreTests", engine),
        // Also the tests of QuireQuery, most of which need a database.
        tests(
            "QuireStoreQueryTests",
            engine + ["QuireTesting", "CouchbaseLiteSwift", "QuirePostgreSQL"],
            exclude: ["Fixtures"]),
        tests("QuireModelsTests", engine + ["QuireTesting", "QuirePostgreSQL"]),
        // What needs all modules of the library.
        tests("QuireTests", engine),
        tests(
            "CouchbaseLiteSwiftTests", ["CouchbaseLiteSwift", "QuirePlatform", "QuireTestSupport"],
            settings: []),
    ]
}

// The tests of encryption, servers, replication, the tools and the project. `make check` sets the environment
// variable QUIRE_TESTS, so that `swift test` without it compiles only what shows that the library works.
var furtherTests: [Target] {
    [
        tests(
            "QuirePostgreSQLTests",
            base + [
                "QuirePostgreSQL", "Quire", "QuireTesting", "QuireTestSupport",
                "DatabaseTestSupport", postgreSQL,
            ]),
        tests("QuireEncryptionTests", engine + ["QuireEncryption"]),
        tests("QuireTestingTests", engine + ["QuireTesting"]),
        tests("QuireNetworkTests", ["QuireNetwork", "QuirePlatform", "QuireTestSupport"]),
        tests(
            "QuireReplicationTests",
            base + [
                "QuireReplication", "QuireNetwork", "Quire", "QuireDocuments", "QuireStore",
                "QuireTesting", "QuireTestSupport", zlib,
            ], exclude: ["Fixtures"]),
        tests(
            "QuireStudioTests",
            base + [
                "QuireStudio", "QuireNetwork", "QuireFormats", "QuireInspection", "Quire",
                "QuireTesting", "QuireTestSupport", "QuirePostgreSQL", "DatabaseTestSupport",
            ]),
        tests(
            "QuireCLITests",
            [
                "QuireCLI", "Quire", "QuireDocuments", "QuireStore", "QuireFormats",
                "QuirePostgreSQL", "Fleece", "CSQLite", "QuirePlatform", "QuireTestSupport",
                "DatabaseTestSupport",
            ]),
        tests("ProjectTests"),
        // It runs StoreTorture. A dependency would link what makes calls fail into all tests.
        tests("TortureTests", ["QuirePlatform", "QuireTestSupport", "DatabaseTestSupport"]),
        program(
            "StoreTorture",
            base + [
                "Quire", "QuirePostgreSQL", "CSQLite", "FaultInjection",
                "ThreadSanitizerSupport", "QuireTestSupport", postgreSQL,
            ], "Tests/StoreTorture"),
        .target(name: "FaultInjection", path: "Tests/FaultInjection"),
        .target(name: "ThreadSanitizerSupport", path: "Tests/ThreadSanitizerSupport"),
    ]
}

// Modules that most others use.
var base: [Target.Dependency] { ["Fleece", "SQLPlusPlus", "QuirePlatform"] }
var shared: [Target.Dependency] { base + ["QuireQuery", "QuireDocuments", "QuireSearch"] }

// What the tests of the library with a database use.
var engine: [Target.Dependency] {
    shared + [
        "Quire", "QuireModels", "QuireStore", "QuireStoreQuery", "QuireInspection", "CSQLite",
        "QuireTestSupport", "DatabaseTestSupport",
    ]
}

// Libraries of traits. Without the trait, the sources that import them are empty.
var postgreSQL: Target.Dependency {
    .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"]))
}
var zlib: Target.Dependency { .target(name: "CZlib", condition: .when(traits: ["Gzip"])) }

func onLinux(_ name: String, _ trait: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux], traits: [trait]))
}

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency], _ path: String?) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func support(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
        swiftSettings: settings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], _ path: String? = nil,
    exclude: [String] = [], settings: [SwiftSetting] = settings
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: path, exclude: exclude,
        swiftSettings: settings)
}
