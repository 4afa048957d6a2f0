# All logic is in Scripts/, which works without make too.
# Arguments for a script: make test ARGS="--filter DateTests"

.DEFAULT_GOAL := help
.PHONY: help setup build test demo format lint layers docs man bench bench-check fuzz torture
.PHONY: static api figures check

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

setup: ## Install what the build needs, if it is not there
	@Scripts/setup

build: ## Build the package
	@Scripts/build $(ARGS)

test: ## Run the tests
	@Scripts/test $(ARGS)

demo: ## Run the example HotelBookmarks
	@Scripts/demo $(ARGS)

format: ## Format all Swift code in place
	@Scripts/format

lint: ## Check the style of all Swift code
	@Scripts/lint

layers: ## Prove that no layer names what a higher one declares
	@Scripts/check-layers

docs: ## Build the documentation into .build-docs/site
	@Scripts/docs $(ARGS)

man: ## Make the manual page docs/quire.1 anew
	@Scripts/man $(ARGS)

bench: ## Run the benchmarks
	@Scripts/bench $(ARGS)

bench-check: ## Run the benchmarks and fail if a bound is missed
	@Scripts/bench-check $(ARGS)

fuzz: ## Fuzz the readers of Fleece, JSON and SQL++, 3 minutes each
	@Scripts/fuzz $(ARGS)

torture: ## Run the crash, power-loss, fault-injection and race tests, 20 minutes
	@Scripts/torture $(ARGS)

static: ## Build the program quire with Swift's libraries in it
	@Scripts/build-static $(ARGS)

api: ## Compare the public API with that of the last version
	@Scripts/check-api $(ARGS)

figures: ## Print figures about the size and the structure of the sources
	@Scripts/figures $(ARGS)

check: ## Everything a change must pass
	@Scripts/check
