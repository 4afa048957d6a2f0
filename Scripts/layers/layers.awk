# The layers of the sources and the layers that each of them may use.
#
# One line per folder, lowest first. A folder may use the listed folders and itself;
# all others are above or next to it. The listed folders precede it, so cycles are
# impossible. A new folder with Swift files needs a line here, otherwise check-layers
# fails.

BEGIN {
    below = "SQLPlusPlus Fleece QuirePlatform"

    #     name           folder                      may use
    layer("CSQLite",     "Sources/CSQLite",          "")
    layer("QuirePlatform", "Sources/QuirePlatform", "")
    layer("Fleece",      "Sources/Fleece",           "QuirePlatform")
    layer("SQLPlusPlus", "Sources/SQLPlusPlus",      "")
    layer("QuireFullText", "Sources/QuireFullText",  "")
    layer("QuireDocuments", "Sources/QuireDocuments", below)
    below = below " QuireDocuments"
    layer("Documents",   "Sources/QuireDocuments/Documents", below)
    layer("Logging",     "Sources/QuireDocuments/Logging",   below " Documents")
    layer("Coding",      "Sources/QuireDocuments/Coding",    below " Logging Documents")
    layer("ModelShape",  "Sources/QuireDocuments/ModelShape", below " Documents Coding")
    layer("Quire",       "Sources/Quire",            below " QuireFullText")
    layer("Language",    "Sources/Quire/Language",   below " Quire Documents")
    layer("Storage",     "Sources/Quire/Storage",    below " Quire Logging Documents")
    # The embedded engine. Only its lowest layers use SQLite's C interface.
    values = below " QuireFullText Quire Logging Documents Storage"
    layer("Store/Files",            "Sources/Quire/Store/Files",            values)
    layer("Store/Blobs",            "Sources/Quire/Store/Blobs",            values " Store/Files")
    layer("Store/Revisions",        "Sources/Quire/Store/Revisions",        values)
    sqlite = values " Store/Files Store/Revisions Store/SQLite"
    layer("Store/SQLite",           "Sources/Quire/Store/SQLite",           sqlite " Language CSQLite")
    layer("Store/Schema",           "Sources/Quire/Store/Schema",           sqlite)
    schema = sqlite " Store/Schema"
    layer("Store/Indexes",          "Sources/Quire/Store/Indexes",          schema)
    layer("Store/SchemaValidation", "Sources/Quire/Store/SchemaValidation", schema " Store/Indexes Language")
    schema = schema " Store/Indexes Store/SchemaValidation"
    layer("Store/SchemaUpgrade",    "Sources/Quire/Store/SchemaUpgrade",    schema)
    layer("Store/Changes",          "Sources/Quire/Store/Changes",          sqlite " Store/Schema")
    transactions = schema " Store/SchemaUpgrade Store/Changes Store/Connections"
    layer("Store/Connections",      "Sources/Quire/Store/Connections",      transactions)
    database = transactions " Store/Blobs Store/Database"
    layer("Store/Database",         "Sources/Quire/Store/Database",         database)
    layer("Store/Maintenance",      "Sources/Quire/Store/Maintenance",      database)
    engine = database " Store/Collections"
    layer("Store/Collections",      "Sources/Quire/Store/Collections",      engine)
    engine = engine " Store/Documents"
    layer("Store/Documents",        "Sources/Quire/Store/Documents",        engine)
    layer("Store/Replication",      "Sources/Quire/Store/Replication",      engine " Store/SchemaUpgrade")
    engine = engine " Store/Replication Store/Maintenance Language"

    layer("Query",       "Sources/Quire/Query",      engine " Coding ModelShape")
    layer("Repository",  "Sources/Quire/Repository",
        values " Language Coding ModelShape Query Store/Collections Store/Documents")

    everything = engine " Coding ModelShape Query Repository"
    layer("QuireTesting", "Sources/QuireTesting",    everything)
    layer("CPostgreSQL",  "Sources/CPostgreSQL",     "")
    layer("QuirePostgreSQL", "Sources/QuirePostgreSQL", everything " CPostgreSQL")
    layer("QuireNetwork", "Sources/QuireNetwork",    "QuirePlatform")
    layer("CCurl",        "Sources/CCurl",           "")
    layer("CZlib",        "Sources/CZlib",           "")
    # Replication. Its parts below Replicator do not use databases.
    network = below " QuireNetwork Documents"
    layer("Replication/BLIP",      "Sources/QuireReplication/BLIP",      network " CZlib")
    layer("Replication/Transport", "Sources/QuireReplication/Transport", network " CCurl")
    layer("Replication/WebSocket", "Sources/QuireReplication/WebSocket",
        network " Replication/BLIP Replication/Transport")
    layer("QuireReplication", "Sources/QuireReplication",
        everything " QuireNetwork Replication/BLIP Replication/WebSocket Replication/Transport")
    layer("CouchbaseLiteSwift", "Sources/CouchbaseLiteSwift", everything " QuireReplication")
    layer("QuireFormats", "Sources/QuireFormats",    "Fleece CZlib")
    layer("QuireInspection", "Sources/QuireInspection", everything)
    layer("QuireStudio",  "Sources/QuireStudio",
        everything " QuireFormats QuireInspection QuireNetwork")
    layer("QuireCLI",     "Sources/QuireCLI",
        everything " QuireFormats QuireInspection QuireStudio QuirePostgreSQL QuireReplication")
}

function layer(name, folder, uses,    words, count, i) {
    folderOf[name] = folder
    layerOf[folder] = name
    moduleOf[name] = folder
    sub(/^Sources\//, "", moduleOf[name])
    sub(/\/.*/, "", moduleOf[name])
    isModule[moduleOf[name]] = 1
    layers[++layerCount] = name
    mayUse[name, name] = 1
    count = split(uses, words, " ")
    for (i = 1; i <= count; i++) {
        # A layer uses only preceding layers, so cycles are impossible.
        if (!(words[i] in folderOf)) report("Scripts/layers/layers.awk: " name " uses " words[i] ", which is not below it")
        mayUse[name, words[i]] = 1
    }
}

# Returns the layer of a file: that of the nearest enclosing folder with a layer. In
# Sources/Quire and Sources/QuireDocuments, only the files directly in the folder belong to the layer of
# this name.
function layer_of_file(path,    folder, own) {
    folder = path
    own = 1
    while (sub(/\/[^\/]*$/, "", folder)) {
        if (folder in layerOf) return (folder ~ /^Sources\/Quire(Documents)?$/ && !own) ? "" : layerOf[folder]
        own = 0
    }
    return ""
}
