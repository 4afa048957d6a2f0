# All logic is in Scripts/, which works without make too.
# Arguments for a script: make test ARGS="--filter DateTests"

.DEFAULT_GOAL := help
.PHONY: help setup build test demo format lint layers docs bench fuzz torture check

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

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

bench: ## Run the benchmarks
	@Scripts/bench $(ARGS)

fuzz: ## Fuzz the readers of Fleece, JSON and SQL++, 3 minutes each
	@Scripts/fuzz $(ARGS)

torture: ## Kill, crowd, starve and race the store, 20 minutes
	@Scripts/torture $(ARGS)

check: ## Everything a change must pass
	@Scripts/check
