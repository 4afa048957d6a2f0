// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "benchmarks", targets: ["Benchmarks"])
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "The suite postgres. It requires libpq."),
        .trait(
            name: "Replication",
            description: "The library with replication. It requires libcurl, OpenSSL and zlib."),
        .trait(name: "Encryption", description: "The suite encryption. It requires OpenSSL."),
    ],
    dependencies: [
        // The explicit name: without it, the name is that of the folder of the repository.
        .package(
            name: "Quire", path: "..",
            traits: [
                .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .trait(name: "Replication", condition: .when(traits: ["Replication"])),
                .trait(name: "Encryption", condition: .when(traits: ["Encryption"])),
            ])
    ],
    targets: [
        .systemLibrary(
            name: "BenchmarkSQLite", path: "SQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .systemLibrary(
            name: "BenchmarkPostgreSQL", path: "PostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "FleeceFloor", path: "FleeceFloor"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "Quire", package: "Quire"), "BenchmarkSQLite", "FleeceFloor",
                .product(name: "QuirePostgreSQL", package: "Quire"),
                .product(name: "QuireReplication", package: "Quire"),
                .target(name: "BenchmarkPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ],
            path: "Sources",
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
