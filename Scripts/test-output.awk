# Leaves out what `swift test` prints about tests that pass, and its progress.
#
# A line about a test can be followed by further ones, because the arguments of the
# test can have several lines. They belong to the line before them.

function begins(mark) { return index($0, mark) == 1 }

# The closing line of the run.
/^[^ ]+ Test run with [0-9]+ tests? / { isPrinted = 1; print; fflush(); next }

# A test starts, passes, or is skipped; a suite starts or passes.
begins("◇ ") || begins("✔ ") || begins("➜ ") { isPrinted = 0; next }

# XCTest, which has no tests here, and the progress of the build.
/^Test Suite '/ || /^\t Executed 0 tests/ { isPrinted = 0; next }
/^\[[0-9]+\/[0-9]+\] / && !/error:|warning:/ { isPrinted = 1; next }

# A failure, and what ends the process.
begins("✘ ") || begins("*** ") || begins("💣 ") { isPrinted = 1 }
/error:|warning:|Fatal error|Precondition failed/ { isPrinted = 1 }

NR == 1 { isPrinted = 1 }
isPrinted { print; fflush() }
