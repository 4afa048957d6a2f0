/// Names that would be executed if they were inserted into SQL without quoting.
package enum HostileNames {
    package static let attacks = [
        #"x"; DROP TABLE kv_default; --"#, "x'; DROP TABLE kv_default; --",
        #"x" AS a, kv_info AS "b"#, "x` UNION SELECT body FROM kv_info --", "x]; --",
        "kv_default; DROP TABLE kv_info", "x' OR '1'='1", #"x""#, #"""#, "''", "x)--", "x/**/",
        "x\\", "?1", ":x", "$x", "@x", "%s", "main.kv_info", "sqlite_master", "kv_info",
    ]
}
