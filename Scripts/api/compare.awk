# Compares the declarations of a module with those of its baseline and prints the changes that
# break source, except the allowed ones. The exit code is 1 if there are any.
#
#   awk -f compare.awk -v module=NAME BASELINE CURRENT ALLOWED
#
# Breaking changes are removed and changed declarations, new cases of an existing enumeration, and
# new requirements of an existing protocol without a default implementation.

FNR == 1 { file = FILENAME }
file == ARGV[1] { old[$0]; known[path($0)]; next }
file == ARGV[2] { new[$0]; next }
/^[-+] / { allowed[$0] }

function path(line) {
    sub(/: .*/, "", line)
    return line
}

# The labels of a function contain no periods.
function parent(line) {
    line = path(line)
    return sub(/\.[^.(]*(\([^)]*\))?$/, "", line) ? line : ""
}

function addsObligation(line) {
    return parent(line) in known && substr(line, length(path(line)) + 1) ~ /^: (required|case) /
}

function report(change) {
    if (change in allowed) return
    print change
    found = 1
}

END {
    for (line in old) if (!(line in new)) report("- " module "." line)
    for (line in new) if (!(line in old) && addsObligation(line)) report("+ " module "." line)
    exit found
}
