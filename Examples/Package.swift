// swift-tools-version: 6.2
import PackageDescription

// The programs of the documentation, and the tests that run them. This package uses Quire as any other one
// does: it sees nothing but public declarations.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "QuireExamples",
    platforms: [.macOS(.v14), .iOS(.v17)],
    traits: [
        .trait(name: "PostgreSQL", description: "Runs HotelServer on a PostgreSQL server, too."),
        .trait(name: "Replication", description: "Builds TravelSync."),
        .trait(name: "Encryption", description: "Runs the examples of encryption."),
    ],
    dependencies: [
        .package(
            name: "Quire", path: "..",
            traits: [
                // First: the compiler gets the traits in this order, and in that of their hashes for the
                // package alone. With other arguments, a check would compile the library again.
                .trait(name: "Replication", condition: .when(traits: ["Replication"])),
                .trait(name: "Encryption", condition: .when(traits: ["Encryption"])),
                .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                // Replication enables it, but then it would be the first.
                .trait(name: "Gzip", condition: .when(traits: ["Replication"])),
            ])
    ],
    targets: [
        example("HotelBookmarks", resources: [.copy("hotels.jsonl")]),
        example("TravelList", resources: [.copy("places.jsonl")]),
        example("TaskList"),
        example("Catalogue"),
        example("Sensors"),
        example(
            "HotelServer", ["Quire", "QuirePostgreSQL"],
            exclude: ["expected-output-postgresql.txt"]),
        // It starts `quire serve`.
        example("TravelSync", ["Quire", "QuireReplication", "quire-cli"]),
        example("Migration"),
        example("BrokenModels", ["Quire", "QuireTesting"]),
        // Programs of Couchbase Lite are often older than Swift 6.
        example("CouchbaseLiteApp", ["CouchbaseLiteSwift"], settings: [.swiftLanguageMode(.v5)]),

        // The program of the tutorial at the end of each page. Its files are links to those of the steps.
        page("SavingTrips"),
        page("FindingTrips"),
        page("ChangingTrips"),
        page("ConnectingTrips"),
        page("TravelNotebook"),

        tests(
            "ExampleTests",
            [
                "HotelBookmarks", "TravelList", "TaskList", "Catalogue", "Sensors", "Migration",
                "HotelServer", "BrokenModels", "CouchbaseLiteApp",
            ]
                + products([
                    "Quire", "QuireInMemory", "QuireTesting", "SQLPlusPlus",
                    "CouchbaseLiteSwift", "QuireFormats", "QuirePostgreSQL", "QuireReplication",
                ])),
        tests(
            "TravelNotebookTests", ["TravelNotebook"] + products(["Quire", "QuireTesting"]),
            "Tutorial/TravelNotebookTests"),
        // The models of the tutorial with a mistake.
        tests(
            "FailedTest", products(["Quire", "QuireTesting"]), "Tutorial/FailedTest",
            exclude: ["output.txt"]),
        // The spellings of the README, and what new users write first.
        tests("SpellingTests", products(["Quire", "QuireTesting"])),
        tests("FirstAttemptTests", products(["Quire", "QuireTesting"])),
    ] + snippets(),
    swiftLanguageModes: [.v6]
)

func products(_ names: [String]) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "Quire") }
}

func example(
    _ name: String, _ dependencies: [String] = ["Quire"], exclude: [String] = [],
    resources: [Resource]? = nil, settings: [SwiftSetting] = settings
) -> Target {
    .executableTarget(
        name: name, dependencies: products(dependencies), path: name,
        exclude: ["README.md", "expected-output.txt"] + exclude, resources: resources,
        swiftSettings: settings)
}

func page(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: products(["Quire"]), path: "Tutorial/\(name)",
        exclude: ["expected-output.txt"], swiftSettings: settings)
}

/// The code in the articles of the documentation.
func snippets() -> [Target] {
    let names = [
        "Blobs", "Collections", "DatesAndNumbers", "DocumentEvents", "DocumentJSON", "Durability",
        "EncryptingADatabase", "FakesAndPreviews", "Families", "Filtering",
        "FindingSimilarDocuments", "FleeceBodies",
        "FromCoreData", "FromCouchbaseLite", "FromFirestore", "FromGRDB", "FromMongoose",
        "FromRealm", "FromSwiftData", "HistoryAndChanges", "HotelDocument",
        "IndexesAndQueryPlans", "LoggingAndMetrics", "ModelsAndIdentity", "ObservingModels",
        "OfflineConflicts", "Overview", "QueriesInThreeWays", "Quickstart", "ReadingFiles",
        "ReadingJSON", "ServerHistory", "Servers", "SwiftUIApps", "TestingModels",
        "TransactionsAndConcurrency", "UnknownFieldsAndMigrations", "WritingAnEngine",
    ]
    return names.map { name in
        .executableTarget(
            name: name,
            dependencies: products([
                "Quire", "QuireInMemory", "QuireTesting", "SQLPlusPlus", "CouchbaseLiteSwift",
                "QuireFormats",
            ]),
            path: "Articles",
            exclude: ["expected-output"] + names.filter { $0 != name }.map { "\($0).swift" })
    }
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], _ path: String? = nil,
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: path, exclude: exclude,
        swiftSettings: settings)
}
