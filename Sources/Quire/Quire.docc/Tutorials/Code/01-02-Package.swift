// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "TravelNotebook",
    targets: [
        .executableTarget(name: "TravelNotebook"),
        .testTarget(name: "TravelNotebookTests", dependencies: ["TravelNotebook"]),
    ]
)
