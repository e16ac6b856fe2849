# The commands of this repository; `make help` lists them. Debian 12 is the reference system.
.DEFAULT_GOAL := build
SHELL := /bin/bash
# No built-in rules: one of them would make the folder codegen/parity out of codegen/parity.cc.
MAKEFLAGS += --no-print-directory --no-builtin-rules

RELEASE := build/release
ASAN    := build/asan
LOGS    := build/test-logs
JOBS    ?= $(shell nproc)
ARGS    ?=

# The Node that runs everything: the one found if it is new enough, else the one that package.json brings along
# (Debian 12 has 18). This line is the only place that decides.
NODE = $(shell v=$$(node -p 'parseInt(process.versions.node)' 2>/dev/null || echo 0); \
  if [ $$v -ge 20 ]; then command -v node; else echo $(CURDIR)/node_modules/node/bin/node; fi)
TSC = $(NODE) node_modules/typescript/bin/tsc

# Suites of `make test`, long ones first; a folder under tests/ with *.test.ts files is one suite.
NODE_SUITES := parity e2e ts tutorial layering plans tool adapters package
# The client is for all of these; the npm packages bring them along.
CLIENT_NODES := 20:node-20 22:node 24:node-24
TS_STAMP    := build/ts/stamp
TS_SOURCES   = $(shell find src/client generated/ts codegen/parity tests \( -name '*.ts' -o -type d \) 2>/dev/null)

.PHONY: help packages build hostd sdk run test test-long test-ts generate check check-generated breaking parity-tools parity parity-self-test asan bench format-check lint format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

packages:
	@tests/support/install_packages.sh

$(RELEASE)/build.ninja $(ASAN)/build.ninja: build/%/build.ninja: CMakeLists.txt CMakePresets.json | packages
	@cmake --preset $* >build/$*.configure.log 2>&1 || { cat build/$*.configure.log; exit 1; }

# The daemon and the generator, without tests.
hostd: packages build/.exists
	@$(MAKE) $(RELEASE)/build.ninja
	@ninja -C $(RELEASE) -j $(JOBS) a2a-hostd protoc-gen-a2a

# What codegen/TUTORIAL.md builds on.
sdk: packages build/.exists ## build what a protocol of your own needs: the generator, the runtime library, the parity driver
	@$(MAKE) $(RELEASE)/build.ninja $(TS_STAMP)
	@ninja -C $(RELEASE) -j $(JOBS) a2a-codegen a2a_rpc

build: hostd ## install missing packages, build build/release/bin/a2a-hostd, protoc-gen-a2a and the client (build/ts)
	@$(MAKE) $(TS_STAMP)

build/.exists:
	@mkdir -p build && touch $@

node_modules/.package-lock.json: package.json package-lock.json
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(TS_STAMP): node_modules/.package-lock.json tsconfig.json $(TS_SOURCES)
	@rm -rf build/ts
	@$(TSC) -p tsconfig.json
	@touch $@

run: hostd ## play a conversation of three agents through the daemon
	@$(MAKE) $(TS_STAMP)
	@A2A_HOSTD=$(CURDIR)/$(RELEASE)/bin/a2a-hostd $(NODE) build/ts/src/client/examples/conversation.js $(ARGS)

test: packages build/.exists ## every test suite; the last line is `N passed, N failed`
	@rm -rf $(LOGS) && mkdir -p $(LOGS)
	@$(MAKE) $(RELEASE)/build.ninja $(TS_STAMP)
	@ninja -C $(RELEASE) -j $(JOBS)
	@A2A_BIN_DIR=$(CURDIR)/$(RELEASE)/bin NODE=$(NODE) tests/support/run_suites.sh $(LOGS) \
	  $(foreach s,$(NODE_SUITES),node:$(s):build/ts/tests/$(s)) gtest:$(RELEASE)/bin \
	  $(foreach n,$(CLIENT_NODES),node:client-node$(subst :,:build/ts/tests/client:node_modules/,$(n))/bin/node) \
	  command:check-generated:'$(MAKE) check-generated' command:lint:'$(MAKE) lint'

# What `make test` does a little of: a thousand kills under load, long random sequences, long comparisons.
test-long: packages build/.exists ## the kill, random and comparing suites for about an hour
	@rm -rf $(LOGS)-long && mkdir -p $(LOGS)-long
	@$(MAKE) $(RELEASE)/build.ninja
	@ninja -C $(RELEASE) -j $(JOBS) crash_test broker_test json_test codegen_test a2a-hostd a2a-hostd-fault
	@A2A_BIN_DIR=$(CURDIR)/$(RELEASE)/bin A2A_CRASH_ROUNDS=1000 A2A_RANDOM_SEQUENCES=200000 A2A_FUZZ_ROUNDS=5000000 \
	  A2A_SUITE_SECONDS=7200 tests/support/run_suites.sh $(LOGS)-long $(foreach s,crash broker json,binary:$(RELEASE)/bin/$(s)_test)

asan: packages build/.exists ## unit and e2e suites under AddressSanitizer and UndefinedBehaviorSanitizer
	@rm -rf $(LOGS)-asan && mkdir -p $(LOGS)-asan
	@$(MAKE) $(ASAN)/build.ninja $(TS_STAMP)
	@ninja -C $(ASAN) -j $(JOBS)
	@A2A_BIN_DIR=$(CURDIR)/$(ASAN)/bin A2A_SANITIZED=1 A2A_TEST_DEADLINE_MS=120000 NODE=$(NODE) tests/support/run_suites.sh $(LOGS)-asan \
	  gtest:$(ASAN)/bin node:e2e:build/ts/tests/e2e

generate: packages build/.exists ## rewrite generated/ from proto/
	@$(MAKE) $(RELEASE)/build.ninja
	@ninja -C $(RELEASE) -j $(JOBS) a2a-codegen
	@$(RELEASE)/bin/a2a-codegen generate

check: check-generated
check-generated: packages build/.exists ## compare generated/ with what proto/ says
	@$(MAKE) $(RELEASE)/build.ninja
	@ninja -C $(RELEASE) -j $(JOBS) a2a-codegen >/dev/null
	@$(RELEASE)/bin/a2a-codegen check

AGAINST ?= HEAD
breaking: packages build/.exists ## which clients of AGAINST (a git revision or a protocol.ir.json; HEAD) proto/ breaks now
	@$(MAKE) $(RELEASE)/build.ninja
	@ninja -C $(RELEASE) -j $(JOBS) a2a-codegen >/dev/null
	@$(RELEASE)/bin/a2a-codegen breaking --against='$(AGAINST)' $(ARGS)

# The driver and what it runs. ARGS are its options, such as ARGS="--seed 7 --json".
parity-tools: packages build/.exists
	@$(MAKE) $(RELEASE)/build.ninja $(TS_STAMP)
	@ninja -C $(RELEASE) -j $(JOBS) a2a-codegen a2a-parity-cpp $(MUTANT) >build/parity.build.log || { cat build/parity.build.log; exit 2; }

parity: parity-tools ## compare the C++ and TypeScript codecs with the schema and with each other
	@NODE=$(NODE) $(RELEASE)/bin/a2a-codegen parity $(ARGS)

parity-self-test: ## can that comparison see anything? mutates schema and outputs
	@$(MAKE) parity-tools MUTANT=a2a-parity-cpp-mutant
	@NODE=$(NODE) $(RELEASE)/bin/a2a-codegen parity --self-test $(ARGS)

bench: packages build/.exists ## measure; needs a quiet machine; prints a table, writes build/bench.json
	@$(MAKE) $(RELEASE)/build.ninja $(TS_STAMP)
	@ninja -C $(RELEASE) -j $(JOBS) codec_bench a2a-load a2a-hostd
	@$(RELEASE)/bin/codec_bench --benchmark_repetitions=5 --benchmark_out=build/bench_codec.json \
	  --benchmark_out_format=json >build/bench_codec.log 2>&1 || { cat build/bench_codec.log; exit 1; }
	@A2A_HOSTD=$(CURDIR)/$(RELEASE)/bin/a2a-hostd $(NODE) build/ts/tests/bench/client_bench.js || true
	@$(RELEASE)/bin/a2a-load --node=$(NODE) --codec=build/bench_codec.json --out=build/bench.json $(ARGS)

format-check: ## clang-format over the handwritten C++
	@git ls-files 'src/*.cc' 'src/*.h' 'codegen/*.cc' 'codegen/*.h' 'tests/*.cc' 'tests/*.h' \
	  | xargs -r clang-format --dry-run --Werror

lint: node_modules/.package-lock.json ## lint the handwritten TypeScript and look at the client's format
	@$(NODE) node_modules/@biomejs/biome/bin/biome check

format: node_modules/.package-lock.json ## rewrite the client's TypeScript in its format
	@$(NODE) node_modules/@biomejs/biome/bin/biome format --write

clean: ## remove build/
	@rm -rf build
