# The targets run the scripts in Scripts/, which also work without make.
# Arguments for a script: make test ARGS="--filter DateTests"

.DEFAULT_GOAL := help
.PHONY: help setup build static install uninstall test demo format lint check folders apple api docs check-site studio-browser man
.PHONY: bench bench-check fuzz torture figures

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## Install missing build dependencies
	@Scripts/setup $(ARGS)

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

check: ## Run all checks that a change must pass; ARGS=--list lists them, ARGS="lint folders" runs some
	@Scripts/check $(ARGS)

folders: ## Find folders of a module that use each other in a circle
	@Scripts/checks/folders

apple: ## Compile the code for Apple platforms on Linux, without an SDK
	@Scripts/checks/apple $(ARGS)

api: ## Compare the public API with its baseline, the last version
	@Scripts/checks/api $(ARGS)

docs: ## Build the documentation into .build-docs/site; ARGS=--serve also serves it
	@Scripts/docs $(ARGS)

check-site: ## Open all pages of the documentation in Chromium and check their links
	@Scripts/docs --check $(ARGS)

studio-browser: ## Test the page of the studio in Chromium
	@Scripts/checks/studio-browser $(ARGS)

man: ## Generate the manual page docs/quire.1
	@Scripts/docs --manual $(ARGS)

bench: ## Run the benchmarks
	@Scripts/bench $(ARGS)

bench-check: ## Run the benchmarks and fail if a result is outside its bound
	@Scripts/bench --check $(ARGS)

fuzz: ## Fuzz the readers of Fleece, JSON, SQL++ and frames, 3 minutes each
	@Scripts/fuzz $(ARGS)

torture: ## Run the crash, power-loss, fault-injection, race, memory, live-list and replication tests, 1 hour
	@Scripts/torture $(ARGS)

static: ## Build the quire command with statically linked Swift libraries
	@Scripts/build --static $(ARGS)

install: ## Install the quire command, its manual page and completions in PREFIX, /usr/local by default
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install $(ARGS)

uninstall: ## Remove what install has installed
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install --uninstall

figures: ## Print statistics on the size and structure of the sources
	@Scripts/figures $(ARGS)
