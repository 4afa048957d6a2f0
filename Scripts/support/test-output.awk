# Removes passing tests and progress from the output of `swift test`.
#
# If the arguments of a test contain line breaks, a line about the test continues on
# the following lines. They are printed or removed with the first line.

function begins(mark) { return index($0, mark) == 1 }

# The last line of the run.
/^[^ ]+ Test run with [0-9]+ tests? / { isPrinted = 1; print; fflush(); next }

# A test starts, passes, or is skipped; a suite starts or passes.
begins("◇ ") || begins("✔ ") || begins("➜ ") { isPrinted = 0; next }

# XCTest, which runs no tests in this package, and the progress of the build.
/^Test Suite '/ || /^\t Executed 0 tests/ { isPrinted = 0; next }
/^\[[0-9]+\/[0-9]+\] / && !/error:|warning:/ { isPrinted = 1; next }

# A failure, or an error that ends the process.
begins("✘ ") || begins("*** ") || begins("💣 ") { isPrinted = 1 }
/error:|warning:|Fatal error|Precondition failed/ { isPrinted = 1 }

NR == 1 { isPrinted = 1 }
isPrinted { print; fflush() }
