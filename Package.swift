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
        .library(name: "QuireTesting", targets: ["QuireTesting"]),
        // Empty without the trait PostgreSQL.
        .library(name: "QuirePostgreSQL", targets: ["QuirePostgreSQL"]),
        // Empty without the trait Replication.
        .library(name: "QuireReplication", targets: ["QuireReplication"]),
        .library(name: "QuireStudio", targets: ["QuireStudio"]),
        // Installed as `quire`. File systems that ignore case need a name unlike that of the library.
        .executable(name: "quire-cli", targets: ["QuireCLI"]),
    ],
    traits: [
        .trait(
            name: "PostgreSQL",
            description: "QuirePostgreSQL, the engine for PostgreSQL servers. It requires libpq."),
        .trait(
            name: "Replication",
            description: """
                QuireReplication, replication with Sync Gateway, Couchbase Lite and other databases of \
                Quire. It requires zlib, and libcurl on Linux.
                """),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: sqlitePackage,
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(name: "CAtomics"),
        .target(name: "QuirePlatform", dependencies: ["CAtomics"], swiftSettings: settings),
        .target(
            name: "Fleece", dependencies: ["QuirePlatform"], swiftSettings: settings),
        .target(name: "SQLPlusPlus", swiftSettings: settings),
        // Words, stems and stop words of full-text indexes.
        .target(name: "QuireFullText", swiftSettings: settings),
        .target(
            name: "QuireDocuments", dependencies: ["Fleece", "SQLPlusPlus", "QuirePlatform"],
            swiftSettings: settings),
        .target(
            name: "Quire",
            dependencies: [
                "QuireDocuments", "QuireFullText", "Fleece", "SQLPlusPlus", "QuirePlatform",
                "CSQLite",
            ],
            exclude: excludedManifest,
            resources: privacyManifest,
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        // The second engine. Its sources compile only with the trait.
        .target(
            name: "QuirePostgreSQL",
            dependencies: [
                "Quire", "Fleece", "SQLPlusPlus", "QuirePlatform",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ],
            swiftSettings: settings
        ),
        // Byte streams, sockets and HTTP messages. It knows nothing of databases.
        .target(
            name: "QuireNetwork", dependencies: ["QuirePlatform"],
            swiftSettings: settings),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: zlibPackage,
            providers: [.apt(["zlib1g-dev"])]
        ),
        // Its sources compile only with the trait. Apple platforms have their own TLS.
        .target(
            name: "QuireReplication",
            dependencies: [
                "Quire", "QuireDocuments", "QuireNetwork", "Fleece", "SQLPlusPlus", "QuirePlatform",
                .target(
                    name: "CCurl",
                    condition: .when(platforms: [.linux], traits: ["Replication"])),
                .target(name: "CZlib", condition: .when(traits: ["Replication"])),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "QuireTesting",
            dependencies: ["Quire", "Fleece", "SQLPlusPlus", "QuirePlatform"],
            swiftSettings: settings
        ),
        // Couchbase Lite's API, whose programs compile unchanged.
        .target(
            name: "CouchbaseLiteSwift",
            dependencies: [
                "Quire", "QuireReplication", "SQLPlusPlus", "Fleece", "QuirePlatform",
            ],
            swiftSettings: settings
        ),
        // Text formats of documents, for the command and the studio. Without the trait, it cannot read
        // gzip.
        .target(
            name: "QuireFormats",
            dependencies: [
                "Fleece", .target(name: "CZlib", condition: .when(traits: ["Replication"])),
            ],
            swiftSettings: settings
        ),
        // Checks, summaries and raw views of a database, for the command and the studio.
        .target(
            name: "QuireInspection",
            dependencies: ["Quire", "SQLPlusPlus", "Fleece"],
            swiftSettings: settings
        ),
        // A server whose page shows and edits a database in a browser.
        .target(
            name: "QuireStudio",
            dependencies: [
                "Quire", "QuireFormats", "QuireInspection", "QuireNetwork", "Fleece", "SQLPlusPlus",
                "QuirePlatform",
            ],
            exclude: ["Page"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "QuireCLI",
            dependencies: [
                "Quire", "QuireFormats", "QuireInspection", "QuireStudio", "QuirePostgreSQL",
                "QuireReplication",
                "Fleece", "SQLPlusPlus", "QuirePlatform",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HotelBookmarks",
            dependencies: ["Quire"],
            path: "Examples/HotelBookmarks",
            exclude: ["README.md", "expected-output.txt"],
            resources: [.copy("hotels.jsonl")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TravelList",
            dependencies: ["Quire"],
            path: "Examples/TravelList",
            exclude: ["README.md", "expected-output.txt"],
            resources: [.copy("places.jsonl")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TaskList",
            dependencies: ["Quire"],
            path: "Examples/TaskList",
            exclude: ["README.md", "expected-output.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Catalogue",
            dependencies: ["Quire"],
            path: "Examples/Catalogue",
            exclude: ["README.md", "expected-output.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Sensors",
            dependencies: ["Quire"],
            path: "Examples/Sensors",
            exclude: ["README.md", "expected-output.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HotelServer",
            dependencies: ["Quire", "QuirePostgreSQL"],
            path: "Examples/HotelServer",
            exclude: ["README.md", "expected-output.txt", "expected-output-postgresql.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TravelSync",
            dependencies: ["Quire", "QuireReplication"],
            path: "Examples/TravelSync",
            exclude: ["README.md", "expected-output.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Migration",
            dependencies: ["Quire"],
            path: "Examples/Migration",
            exclude: ["README.md", "expected-output.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BrokenModels",
            dependencies: ["Quire", "QuireTesting"],
            path: "Examples/BrokenModels",
            exclude: ["README.md", "expected-output.txt"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "CouchbaseLiteApp",
            dependencies: ["CouchbaseLiteSwift"],
            path: "Examples/CouchbaseLiteApp",
            exclude: ["README.md", "expected-output.txt"],
            // Programs of Couchbase Lite are often older than Swift 6.
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .target(
            name: "QuireTestSupport", dependencies: ["CSQLite", "QuirePlatform"],
            path: "Tests/QuireTestSupport", swiftSettings: settings),
        // A PostgreSQL server for tests. Empty without the trait.
        .target(
            name: "PostgresTestSupport",
            dependencies: ["Quire", "QuirePostgreSQL", "QuirePlatform"],
            path: "Tests/PostgresTestSupport", swiftSettings: settings),
        // Apart from what supports all tests: those of Fleece and SQL++ know nothing of Quire.
        .target(
            name: "PublishedModels",
            dependencies: ["Quire"],
            path: "Tests/PublishedModels",
            swiftSettings: settings
        ),
        .testTarget(
            name: "FleeceTests",
            dependencies: ["Fleece", "QuirePlatform", "QuireTestSupport"],
            exclude: ["Fixtures", "Regressions"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SQLPlusPlusTests",
            dependencies: ["SQLPlusPlus", "QuireTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireDocumentsTests",
            dependencies: [
                "QuireDocuments", "Quire", "Fleece", "SQLPlusPlus", "QuirePlatform",
                "QuireTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireFullTextTests",
            dependencies: ["QuireFullText"],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireTests",
            dependencies: [
                "Quire", "QuireDocuments", "QuireInspection", "QuireTesting",
                "CouchbaseLiteSwift", "Fleece", "SQLPlusPlus", "QuirePlatform", "CSQLite",
                "QuireTestSupport", "PublishedModels", "QuirePostgreSQL", "PostgresTestSupport",
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuirePostgreSQLTests",
            dependencies: [
                "QuirePostgreSQL", "Quire", "QuireTesting", "Fleece", "SQLPlusPlus",
                "QuirePlatform", "QuireTestSupport", "PostgresTestSupport",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireNetworkTests",
            dependencies: ["QuireNetwork", "QuirePlatform", "QuireTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireStudioTests",
            dependencies: [
                "QuireStudio", "QuireNetwork", "QuireFormats", "QuireInspection", "Quire",
                "QuireTesting",
                "Fleece",
                "SQLPlusPlus", "QuirePlatform", "QuireTestSupport", "QuirePostgreSQL",
                "PostgresTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireReplicationTests",
            dependencies: [
                "QuireReplication", "QuireNetwork", "Quire", "QuireDocuments", "QuireTesting",
                "Fleece", "SQLPlusPlus", "QuirePlatform", "QuireTestSupport",
                .target(name: "CZlib", condition: .when(traits: ["Replication"])),
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        // They import nothing but products, as a user does.
        .testTarget(
            name: "SpellingTests", dependencies: ["Quire", "QuireTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "CouchbaseLiteSwiftTests",
            dependencies: ["CouchbaseLiteSwift", "QuirePlatform", "QuireTestSupport"]),
        .testTarget(
            name: "QuireTestingTests",
            dependencies: [
                "QuireTesting", "Quire", "Fleece", "QuireTestSupport", "PublishedModels",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "QuireCLITests",
            dependencies: [
                "QuireCLI", "Quire", "QuireDocuments", "QuireFormats", "QuirePostgreSQL", "Fleece",
                "CSQLite",
                "QuirePlatform", "QuireTestSupport", "PostgresTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "HotelBookmarks", "TravelList", "TaskList", "Catalogue", "Sensors", "Migration",
                "HotelServer", "BrokenModels", "CouchbaseLiteApp",
                "Quire", "QuireTesting", "SQLPlusPlus", "CouchbaseLiteSwift", "Fleece",
                "QuireTestSupport", "QuirePostgreSQL", "PostgresTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TravelNotebookTests",
            dependencies: ["TravelNotebook", "Quire", "QuireTesting"],
            path: "Tests/Tutorial/TravelNotebookTests",
            swiftSettings: settings
        ),
        // The models of the tutorial with a mistake.
        .testTarget(
            name: "FailedTest",
            dependencies: ["Quire", "QuireTesting"],
            path: "Tests/Tutorial/FailedTest",
            exclude: ["output.txt"],
            swiftSettings: settings
        ),
        // What new users write first. It uses the libraries as an app does.
        .testTarget(
            name: "FirstAttemptTests", dependencies: ["Quire", "QuireTesting"],
            swiftSettings: settings),
        .testTarget(name: "ProjectTests", swiftSettings: settings),
        .target(name: "FaultInjection", path: "Tests/FaultInjection"),
        .target(name: "ThreadSanitizerSupport", path: "Tests/ThreadSanitizerSupport"),
        .executableTarget(
            name: "StoreTorture",
            dependencies: [
                "Quire", "QuirePostgreSQL", "Fleece", "SQLPlusPlus", "QuirePlatform",
                "CSQLite", "FaultInjection", "ThreadSanitizerSupport", "QuireTestSupport",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ],
            path: "Tests/StoreTorture",
            swiftSettings: settings
        ),
        // It runs StoreTorture. A dependency would link what makes calls fail into all tests.
        .testTarget(
            name: "TortureTests",
            dependencies: [
                "QuirePlatform", "QuireTestSupport", "PostgresTestSupport",
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The program of the tutorial at the end of each page. Its files are links to those of the steps.
package.targets += [
    "SavingTrips", "FindingTrips", "ChangingTrips", "ConnectingTrips", "TravelNotebook",
].map { name in
    .executableTarget(
        name: name, dependencies: ["Quire"], path: "Tests/Tutorial/\(name)",
        exclude: ["expected-output.txt"], swiftSettings: settings)
}
