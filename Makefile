# Builds, tests, installs and demonstrates witnessmark: `make help` lists the targets.

VERSION   := $(shell sed -n 's/^.define WM_VERSION "\(.*\)"/\1/p' include/witnessmark.h)
SOVERSION := 0
BUILD     ?= build
PREFIX    ?= /usr/local
LIBDIR    ?= $(PREFIX)/lib
DESTDIR   ?=
DOCS       = $(PREFIX)/share/doc/witnessmark
# Where python3 looks below PREFIX; Debian's name where it looks nowhere there.
PYTHONDIR ?= $(or $(shell python3 -c 'import site, sys; below = sys.argv[1] + "/"; \
    print(next((at for at in site.getsitepackages() if at.startswith(below) \
    and not at.startswith(below + "local/")), ""))' \
    $(PREFIX) 2>/dev/null),$(PREFIX)/lib/python3/dist-packages)
JOBS      ?= $(shell nproc 2>/dev/null || echo 1)
# Options of a make that a recipe starts: it builds JOBS files at once, unless -j is given.
AT_ONCE    = --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j $(JOBS))
SAN       ?= 0
CUDA      ?= 0
V         ?= 0
ifeq ($(origin CC),default)
CC := cc
endif

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
# Warnings stop the build under the tested compilers alone: a newer one may have new warnings.
TRIED    := $(shell $(CC) --version 2>/dev/null | \
    grep -cE '^(gcc|cc|x86.*gcc) .* 1[23]\.|clang version 1[4-8]\.')
ifneq ($(TRIED),0)
WERROR   ?= -Werror
endif
OPT      ?= -O2 -g
OPENMP   ?= -fopenmp
ifeq ($(SAN),1)
OPT   := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
ifneq ($(findstring clang,$(shell $(CC) --version 2>/dev/null)),)
BUILD := build/clang
# A loop that is checked at each step cannot be of vectors; clang warns of that.
OPT   += -Wno-pass-failed
else
BUILD := build/asan
# gcc puts 64-byte vectors on its shadow stack at 32-byte places, then loads them as aligned
# (PR 110027).
OPT   += --param=asan-use-after-return=0
endif
endif

# What makes a memory error hard to use. The sanitizers find it themselves. HARDEN=0 leaves it out.
HARDEN ?= $(if $(filter 1,$(SAN)),0,1)
ifeq ($(HARDEN),1)
# The checks of the C library's functions need optimization.
HARDEN_CC := -fstack-protector-strong \
    $(if $(filter-out -O0,$(lastword $(filter -O%,$(OPT) $(CFLAGS)))),\
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3) \
    $(shell $(CC) -fcf-protection -S -x c /dev/null -o /dev/null 2>/dev/null && \
    echo -fcf-protection)
HARDEN_LD := -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
HARDEN_PROGRAM := -pie
endif

ifeq ($(CUDA),1)
BUILD := build/cuda
endif

# What libFuzzer drives. Comparisons are not traced: they are half of the time of an audit, and
# tests/fuzz/mutate.c knows the words of the format.
FUZZING  ?= 0
ifeq ($(FUZZING),1)
BUILD := build/fuzz
CC    := clang
FUZZED := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
    -fno-sanitize-coverage=trace-cmp
OPT   := -O1 -g -fno-omit-frame-pointer -Wno-pass-failed $(FUZZED)
endif

# A fused multiply-add gives other bits, so contraction is off everywhere.
# The prefix map keeps the name of this folder out of what is built.
COMMON = $(OPT) $(strip $(HARDEN_CC)) $(WARNINGS) $(WERROR) -ffp-contract=off -fPIC -MMD -MP \
    -ffile-prefix-map=$(CURDIR)=. $(CFLAGS)
# The auditor's three layers use C99 and libc alone; everything else is C11 on a POSIX system.
CORE_FLAGS = -std=c99 $(COMMON)
PROG_FLAGS = -std=c11 -D_GNU_SOURCE $(OPENMP) $(COMMON)
# LIBARCHIVE=0 builds without archives, also where libarchive's header is there.
LIBARCHIVE ?= $(shell $(CC) $(CPPFLAGS) -include archive.h -include archive_entry.h -E -x c \
    /dev/null >/dev/null 2>&1 && echo 1 || echo 0)
ifeq ($(LIBARCHIVE),1)
ARCHIVE_LIBS := -larchive
endif
INCLUDES   = -Iinclude -Isrc -Itests -I$(BUILD)/gen $(CPPFLAGS)
LIB_LIBS   = $(LDLIBS) -lm -lpthread
LIBS       = $(LIB_LIBS) -ldl $(OPENMP)

CORE_SRC := $(sort $(shell find src/base src/standards src/record -name '*.c' 2>/dev/null))
PROG_SRC := $(sort $(filter-out $(CORE_SRC) src/backend/cuda/%,$(shell find src -name '*.c')))
# The library does not need libarchive, so these files are the program's alone.
ARCHIVES := src/archive/tar.c src/archive/tar_stream.c src/archive/spool.c \
    src/archive/sealed_unpack.c
CLI_SRC  := $(filter src/cli/% $(ARCHIVES),$(PROG_SRC))
# What the functions of the public header reach: the auditor, records on a disk, and the facts of
# this machine; of the backend the inner loops of a product's check, which need no OpenMP. Three
# files of these folders are not reached.
LIB_SRC  := $(filter-out $(ARCHIVES) src/archive/sealed_% src/archive/new_% src/archive/xz_scan.c \
    %/clock.c %/normal.c %/outcome.c, \
    $(CORE_SRC) $(filter src/archive/% src/measure/facts/% src/backend/product.c \
    src/backend/cpu/cpu_kernels% src/backend/cpu/cpu_tiles% $(addprefix src/verify/, \
    content_seed.c operand.c product_%.c workers.c),$(PROG_SRC)))
object    = $(patsubst %.c,$(BUILD)/%.o,$(1))
program   = $(patsubst %.c,$(BUILD)/%,$(1))

PROGRAM  := $(BUILD)/witnessmark
LIBRARY  := $(BUILD)/libwitnessmark.a
# All layers below src/cli: what the program, the tests and the benches link.
INTERNAL := $(BUILD)/gen/internal.a
SHARED   := $(BUILD)/libwitnessmark.so.$(SOVERSION)
INFO     := $(BUILD)/gen/build_info.h
VERIFY   := $(BUILD)/code/verify
MUTATE   := $(BUILD)/mutate/verify
SWEEPS   := $(BUILD)/mutate/fleet
LIB_OBJ   = $(call object,$(LIB_SRC)) $(BUILD)/gen/checkers.o
BELOW_OBJ = $(LIB_OBJ) $(call object,$(filter-out $(LIB_SRC) $(CLI_SRC),$(CORE_SRC) $(PROG_SRC))) \
    $(BUILD)/gen/page_parts.o
SUP_SRC  := $(sort $(wildcard tests/support/*.c))
# tools/cuda.mk adds the tests that need the CUDA toolkit's headers.
UNIT     := $(call program,$(sort $(filter-out %/test_cuda_blas.c,$(wildcard tests/unit/test_*.c))))
CONFORM  := $(call program,$(sort $(wildcard tests/conformance/test_*.c)))
FUZZ     := $(call program,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
BENCH    := $(call program,$(sort $(wildcard tests/bench/bench_*.c)))
EXAMPLES := $(call program,$(sort $(wildcard examples/*.c)))
FAKES    := $(addprefix $(BUILD)/tests/fakes/,libnvidia-ml.so.1 old/libnvidia-ml.so.1)

comma := ,
ifeq ($(V),1)
say = @true
Q   =
else
say = @printf '  %-5s %s\n'
Q   = @
endif

.PHONY: all
all: $(PROGRAM) $(LIBRARY) $(SHARED) $(VERIFY) ## the program and the library (the default)

# ---- objects ----

$(call object,$(CORE_SRC)): $(BUILD)/%.o: %.c | $(INFO)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) $(CORE_FLAGS) -c -o $@ $<

# These files of the CUDA backend need no toolkit, so every machine tests them; NVML is a fake.
PLAIN_SRC := $(addprefix src/backend/cuda/cuda_,nvml.c sharing.c permissions.c power.c library.c \
    tune.c code.c)
ifneq ($(CUDA),1) # whose library has them
PLAIN_OBJ := $(call object,$(PLAIN_SRC))
endif

$(call object,$(PROG_SRC) $(PLAIN_SRC)): $(BUILD)/%.o: %.c | $(INFO)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) $(PROG_FLAGS) -c -o $@ $<

# Built again when libarchive comes or goes.
$(BUILD)/gen/libarchive-$(LIBARCHIVE):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/gen/libarchive-*
	@touch $@
ARCHIVED := $(call object,src/archive/tar_stream.c src/report/publish/page.c)
$(ARCHIVED): $(BUILD)/gen/libarchive-$(LIBARCHIVE)
$(ARCHIVED): CPPFLAGS += $(if $(ARCHIVE_LIBS),-DWM_HAVE_LIBARCHIVE)

$(BUILD)/tests/%.o: tests/%.c | $(INFO)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) $(PROG_FLAGS) -c -o $@ $<

# The facts of the build that a record names; rewritten only if they changed.
$(INFO): force
	@mkdir -p $(@D)
	@tools/build-info "$(CC)" "$(strip $(PROG_FLAGS))" > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

.PHONY: force
force:

# ---- the checkers that ship in every record ----

CORE_HDR = $(shell find src/base src/standards src/record -name '*.h') include/witnessmark.h

$(BUILD)/code/verify.c: tools/amalgamate tools/verify_main.c $(CORE_SRC) $(CORE_HDR)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)tools/amalgamate $@

# Compiled as its first comment tells a reader to, and without a warning.
$(VERIFY): $(BUILD)/code/verify.c
	$(say) CC $<
	$(Q)$(CC) -std=c99 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic $(WERROR) -o $@ $< -lm

$(BUILD)/gen/checkers.c: tools/embed $(BUILD)/code/verify.c code/verify_graph.py
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)tools/embed --checkers $@ code/verify.c=$(BUILD)/code/verify.c \
	    code/verify_graph.py=code/verify_graph.py

$(BUILD)/gen/checkers.o: $(BUILD)/gen/checkers.c
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) $(CORE_FLAGS) -c -o $@ $<

# The package of bindings/js: the auditor as WebAssembly, and the module that calls it. -Os takes a
# fifth off the size, and no time that can be measured.
WASM     := $(BUILD)/wasm
WASM_CC  ?= clang --target=wasm32-wasi
WASM_FLAGS = -std=c99 -Os -ffp-contract=off -ftls-model=local-exec -mexec-model=reactor \
    -mbulk-memory -msign-ext -ffunction-sections -fdata-sections -Wall -Wextra \
    -ffile-prefix-map=$(BUILD)/code/= -I$(BUILD)/code \
    -Wl,--strip-all,--stack-first,-z,stack-size=1048576
JS_FILES := $(addprefix bindings/js/,witnessmark.js witnessmark.d.ts tar.js package.json \
    README.md)

.PHONY: wasm
wasm: $(WASM)/witnessmark.wasm $(JS_FILES) ## the auditor for browsers and node, in build/wasm
	@cp $(JS_FILES) LICENSE $(WASM)/

$(WASM)/witnessmark.wasm: bindings/js/wasm.c $(BUILD)/code/verify.c
	@mkdir -p $(@D)
	$(Q)echo 'int main(void) { return 0; }' | \
	    $(WASM_CC) -x c -include stdio.h - -o $@.new 2>/dev/null || { rm -f $@.new; \
	    echo "make wasm: no toolchain of WebAssembly: tools/deps slow" >&2; exit 2; }
	$(say) CC $@
	$(Q)$(WASM_CC) $(WASM_FLAGS) -o $@.new $< -lm
	@chmod 644 $@.new && mv $@.new $@

# ---- the texts of pages ----

# WASM_PAGE=0 builds without the auditor for pages, also where its toolchain is there.
WASM_PAGE ?= $(shell echo 'int main(void) { return 0; }' | $(WASM_CC) -x c -include stdio.h - \
    -o /dev/null 2>/dev/null && echo 1 || echo 0)
PAGE_JS   := $(addprefix bindings/,js/tar.js js/witnessmark.js page/evidence.js page/page.js)

# Built again when the toolchain comes or goes.
$(BUILD)/gen/wasm-$(WASM_PAGE):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/gen/wasm-*
	@touch $@

$(BUILD)/gen/page.js: tools/bundle $(PAGE_JS)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)tools/bundle $@ $(PAGE_JS)

$(BUILD)/gen/witnessmark.wasm.gz: $(WASM)/witnessmark.wasm
	$(say) GEN $@
	$(Q)gzip -9nc $< > $@.new && mv $@.new $@

PAGE_WASM := $(if $(filter 1,$(WASM_PAGE)),$(BUILD)/gen/witnessmark.wasm.gz)
$(BUILD)/gen/page_parts.c: tools/embed bindings/page/page.css $(BUILD)/gen/page.js \
    bindings/latex/witnessmark.sty $(BUILD)/gen/wasm-$(WASM_PAGE) $(PAGE_WASM)
	$(say) GEN $@
	$(Q)tools/embed --page $@ page.css=bindings/page/page.css page.js=$(BUILD)/gen/page.js \
	    witnessmark.sty=bindings/latex/witnessmark.sty \
	    $(if $(PAGE_WASM),witnessmark.wasm.gz=$(PAGE_WASM))

$(BUILD)/gen/page_parts.o: $(BUILD)/gen/page_parts.c | $(INFO)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) $(PROG_FLAGS) -c -o $@ $<

# The auditor with rules that can be switched off one at a time.
$(MUTATE): tools/mutate_main.c $(CORE_SRC) $(CORE_HDR) $(BUILD)/gen/checkers.o
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) -DWM_MUTATE -std=c99 -O1 $(WARNINGS) $(WERROR) -ffp-contract=off \
	    -o $@ tools/mutate_main.c $(CORE_SRC) $(BUILD)/gen/checkers.o -lm

# The audit of sweeps with such rules. Its own object is linked before that of the archive.
$(SWEEPS): tools/mutate_fleet.c src/model/fleet_audit.c src/model/fleet_rules.h $(INTERNAL)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) -DWM_MUTATE $(filter-out -MMD -MP,$(PROG_FLAGS)) $(LDFLAGS) -o $@ \
	    $(filter-out %.h,$^) $(LIBS)

# ---- library and program ----

# This file has the lists of objects, so a change of it makes the archives again.
$(LIBRARY): $(LIB_OBJ) Makefile
$(INTERNAL): $(BELOW_OBJ) Makefile
$(LIBRARY) $(INTERNAL):
	$(say) AR $@
	@rm -f $@
	$(Q)$(AR) rcsD $@ $(filter %.o,$^)

# Only what the public header declares can be linked against.
$(BUILD)/gen/exports.map: include/witnessmark.h
	@mkdir -p $(@D)
	@{ echo 'WITNESSMARK_$(SOVERSION) { global:'; \
	   grep -o '\bwm_[a-z0-9_]*(' $< | sort -u | sed 's/($$/;/'; \
	   echo 'local: *; };'; } > $@

$(SHARED): $(LIB_OBJ) $(BUILD)/gen/exports.map Makefile
	$(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(notdir $@) -Wl,--version-script=$(BUILD)/gen/exports.map \
	    $(OPT) $(HARDEN_LD) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIB_LIBS)

$(PROGRAM): $(call object,$(CLI_SRC)) $(INTERNAL)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(HARDEN_LD) $(HARDEN_PROGRAM) $(LDFLAGS) -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

ifeq ($(CUDA),1)
include tools/cuda.mk
endif

# ---- tests ----

$(UNIT) $(CONFORM): $(BUILD)/%: $(BUILD)/%.o $(call object,$(SUP_SRC)) $(INTERNAL)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $(filter %.o,$^) $(INTERNAL) -lcmocka $(LIBS)

# What tests/conformance/tables.sh compares with the tables of the other checkers.
DUMP     := $(BUILD)/tests/conformance/tables_dump
$(DUMP): $(DUMP).o $(INTERNAL)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)

# What tools/render-options renders.
OPTIONS  := $(BUILD)/tests/tools/options_dump
$(OPTIONS): $(OPTIONS).o $(filter-out %/main.o,$(call object,$(CLI_SRC))) $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# Seals the records of tests/support/continue_record.py.
SEAL     := $(BUILD)/tests/tools/seal_lines
$(SEAL): $(SEAL).o $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)

# Makes the records of a sweep from one record.
SWEEP    := $(BUILD)/tests/tools/fleet_records
$(SWEEP): $(SWEEP).o $(BUILD)/tests/support/vary_fleet.o $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)

# `run` on several devices that are all the CPU, with the program's own commands.
CARDS    := $(BUILD)/tests/tools/cards_cpu
$(CARDS): $(CARDS).o $(filter-out %/main.o,$(call object,$(CLI_SRC))) $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# `run` on a CPU that is lost at a chosen call.
LOST     := $(BUILD)/tests/tools/lost_cpu
$(LOST): $(LOST).o $(BUILD)/tests/support/failing_backend.o \
    $(filter-out %/main.o,$(call object,$(CLI_SRC))) $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -Wl,--wrap=wm_registry_open -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# The program with a second kind of device, which is the CPU.
TWO      := $(BUILD)/tests/tools/two_kinds
TWO_KINDS := $(BUILD)/tests/tools/registry_of_two.o
$(TWO_KINDS): src/backend/registry.c | $(INFO)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) $(PROG_FLAGS) -DWM_CUDA -c -o $@ $<
$(TWO): $(TWO).o $(TWO_KINDS) $(call object,$(CLI_SRC)) $(PLAIN_OBJ) $(INTERNAL) | $(FAKES)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# The program without its waits, for scripts that test no time (`without_waits` of shell.sh).
HASTY    := $(BUILD)/tests/tools/hasty/witnessmark
$(HASTY): $(BUILD)/tests/tools/hasty.o $(call object,$(CLI_SRC)) $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -Wl,--wrap=wm_busy_watch -Wl,--wrap=wm_clock_check_calibrate \
	    -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# The program with a device that does a known share of its work twice.
SLOWED   := $(BUILD)/tests/tools/slowed/witnessmark
$(SLOWED): $(BUILD)/tests/tools/slowed.o $(call object,$(CLI_SRC)) $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -Wl,--wrap=wm_job_run -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# The program without its waits, which is told the rates that it compares.
TOLD     := $(BUILD)/tests/tools/told/witnessmark
$(TOLD): $(BUILD)/tests/tools/told.o $(BUILD)/tests/tools/hasty.o $(call object,$(CLI_SRC)) \
    $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -Wl,--wrap=wm_against_side_read -Wl,--wrap=wm_busy_watch \
	    -Wl,--wrap=wm_clock_check_calibrate -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

# The same with an allocator that fails where tests/support/sweep_allocations.py says so. It sees
# the program's own allocations, and stands above that of a sanitizer.
FAILING  := $(BUILD)/tests/tools/failing/witnessmark
FAILED   := malloc calloc realloc strdup posix_memalign wm_busy_watch wm_clock_check_calibrate
$(BUILD)/tests/fakes/failing_malloc.o: CPPFLAGS += -DWM_LINKED
$(FAILING): $(BUILD)/tests/fakes/failing_malloc.o $(BUILD)/tests/tools/hasty.o \
    $(call object,$(CLI_SRC)) $(INTERNAL)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) $(addprefix -Wl$(comma)--wrap=,$(FAILED)) -o $@ $^ \
	    $(ARCHIVE_LIBS) $(LIBS)

# Wrong on purpose: what a build with sanitizers must report.
FAULTY   := $(BUILD)/tests/tools/faulty
$(FAULTY): $(FAULTY).o
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^

NVML_TESTS := $(addprefix $(BUILD)/tests/unit/test_,cuda_nvml cuda_sharing nvidia_trace redact)
$(NVML_TESTS): | $(FAKES)
$(NVML_TESTS) $(addprefix $(BUILD)/tests/unit/test_,cuda_code cuda_library cuda_tune variables): \
    $(PLAIN_OBJ)

$(BUILD)/tests/unit/test_relaunch: $(call object,src/cli/relaunch.c)
$(BUILD)/tests/conformance/test_cuda: \
    $(call object,$(sort $(wildcard tests/conformance/cuda_*.c)))

# Fake NVIDIA drivers, under the names that the loader looks for.
$(BUILD)/tests/fakes/libnvidia-ml.so.1: tests/fakes/fake_nvml.c
$(BUILD)/tests/fakes/old/libnvidia-ml.so.1: tests/fakes/fake_nvml.c
$(BUILD)/tests/fakes/old/%: FAKE_FLAGS = -DFAKE_OLD
$(FAKES):
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -std=c11 -O1 -g $(WARNINGS) $(WERROR) $(FAKE_FLAGS) -shared -fPIC \
	    -Wl,-soname,$(@F) -o $@ $<

# A fuzz target defines LLVMFuzzerTestOneInput; the driver replays a corpus without a fuzzer.
FUZZ_OBJ := $(call object,$(filter-out $(wildcard tests/fuzz/fuzz_*.c),$(wildcard tests/fuzz/*.c)))
$(FUZZ): $(BUILD)/%: $(BUILD)/%.o $(FUZZ_OBJ) $(call object,$(ARCHIVES)) $(INTERNAL)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)

$(BENCH): $(BUILD)/%: $(BUILD)/%.o $(call object,$(SUP_SRC)) $(INTERNAL)
	$(say) LD $@
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

# Examples see what a user sees: the public header and the library.
$(EXAMPLES): $(BUILD)/%: %.c $(LIBRARY)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) -Iinclude -std=c11 $(OPT) $(WARNINGS) $(WERROR) -o $@ $^ $(LIB_LIBS)

.PRECIOUS: $(BUILD)/tests/%.o

.PHONY: programs unit conformance check check-all check-slow asan fuzz mutate bench
programs: $(UNIT) $(CONFORM) $(FUZZ) $(BENCH) $(EXAMPLES) $(DUMP) $(OPTIONS) $(SEAL) $(SWEEP) \
    $(CARDS) $(LOST) $(TWO) $(HASTY) $(SLOWED) $(TOLD) $(SWEEPS)

unit: $(UNIT) ## the unit tests
	@tests/support/run-tests -j $(JOBS) $^

conformance: all $(CONFORM) $(DUMP) ## published vectors, and every backend against the reference
	@tests/support/run-tests -j $(JOBS) $(CONFORM) $(wildcard tests/conformance/*.sh)

ASAN_TESTS = $(patsubst $(BUILD)/%,build/asan/%,$(UNIT) $(CONFORM) $(FUZZ))

.PHONY: build-asan
build-asan:
	@$(MAKE) $(AT_ONCE) SAN=1 all programs

asan: build-asan ## unit, conformance and fuzz replay under AddressSanitizer and UBSan
	@tests/support/run-tests -j $(JOBS) $(ASAN_TESTS)

# Scripts run like the other tests, beside each other. Those of ALONE look at the load or at the
# free memory, or install: they run one at a time. Those of FULL need a minute or take a failure
# apart call by call, and those of TIMED need the machine for themselves: check-all has them. It has
# those of SANITIZED with sanitizers alone: they take the logic apart, which no option of the
# compiler changes. tests/slow holds those that take minutes, for check-slow. Tests wait at times,
# so two more run than there are processors.
SCRIPTS := $(sort $(wildcard tests/integration/*.sh tests/adversary/*.sh tests/conformance/*.sh))
ALONE   := $(patsubst %,tests/integration/%.sh,curve install python surroundings)
TIMED   := $(patsubst %,tests/integration/%.sh,screen wrong_today_timed)
SLOW    := $(sort $(wildcard tests/slow/*.sh))
SLOW_ALONE := tests/slow/sanitizers.sh
FULL    := $(BUILD)/tests/conformance/test_backend tests/adversary/forgeries_full.sh \
    $(patsubst %,tests/integration/%.sh,bad_input_asan continue_crash records)
SANITIZED := $(BUILD)/tests/unit/test_recovery
QUICK   := $(filter-out $(ALONE) $(TIMED) $(FULL) $(SANITIZED),\
    tools/check-layers tools/check-tables $(UNIT) $(CONFORM) $(FUZZ) $(SCRIPTS))
RUN_ALL  = tests/support/run-tests -v -j $$(($(JOBS) + 2))

check: ## the quick test; the last line is "N passed, N failed, N skipped"
	@$(MAKE) $(AT_ONCE) all programs
	@$(RUN_ALL) $(QUICK) --serial $(ALONE)

check-all: build-asan ## the full test, with sanitizers and shipped records
	@$(MAKE) $(AT_ONCE) all programs
	@$(RUN_ALL) $(FULL) $(ASAN_TESTS) $(filter-out tests/adversary/forgeries.sh,$(QUICK)) \
	    --serial $(ALONE) $(TIMED)

# After check-all, where both are asked for. Most of these wait for one process at a time, so two
# run beside each other; that of the sanitizers runs tests that look at the load.
check-slow: | $(filter check-all,$(MAKECMDGOALS))
check-slow: ## sanitizers, mutants, packages, a bare system; at most 40 minutes
	@$(MAKE) $(AT_ONCE) all programs $(MUTATE)
	@tests/support/run-tests -v -j 2 $(filter-out $(SLOW_ALONE),$(SLOW)) --serial $(SLOW_ALONE)

# libFuzzer brings the driver; the corpus that it finds stays in build/fuzz. Inputs are small, so
# that there are many executions a second. SHA-256 has tests of its own and runs plain.
FUZZ_SECONDS ?= 60
FUZZ_BYTES   ?= 32768
FUZZ_NAMES   := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZERS       = $(addprefix $(BUILD)/fuzz_,$(FUZZ_NAMES))
ifeq ($(FUZZING),1)
$(BUILD)/src/standards/sha256.o: OPT := -O2 -g
$(FUZZERS): $(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o \
    $(filter-out %/replay.o,$(FUZZ_OBJ)) $(call object,$(ARCHIVES)) $(INTERNAL)
	$(say) LD $@
	$(Q)$(CC) $(OPT) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(ARCHIVE_LIBS) $(LIBS)
.PHONY: fuzzers
fuzzers: $(FUZZERS)
endif

fuzz: ## fuzz each surface of untrusted bytes with libFuzzer for FUZZ_SECONDS
	@$(MAKE) $(AT_ONCE) all
	@$(MAKE) $(AT_ONCE) FUZZING=1 fuzzers
	@tests/fuzz/run_fuzz build/fuzz $(FUZZ_SECONDS) $(FUZZ_BYTES) $(FUZZ_NAMES)

mutate: all $(MUTATE) $(SWEEPS) ## each rule of the audit off in turn: a forgery must then pass
	@tests/adversary/run_mutants.py --build $(BUILD) --mutate $(MUTATE)
	@tests/adversary/python_mutants.py --build $(BUILD)
	@tests/adversary/fleet_forgeries.py --program $(PROGRAM) --mutate $(SWEEPS) \
	    tests/fuzz/corpus/fleet/odd

bench: all $(BENCH) ## measure: ratios that never pass or fail
	@for program in $(BENCH) $(sort $(wildcard tests/bench/*.sh)); do echo "== $$program"; \
	    $$program || exit 1; done

# ---- house ----

.PHONY: help deps lint demo install uninstall dist clean format tables
tables: $(OPTIONS) ## render docs/formats/tables/*.tsv and the options of commands
	@tools/render-tables
	@tools/render-json
	@tools/render-options $(OPTIONS)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | \
	    awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo "  variables: CC CFLAGS PREFIX DESTDIR JOBS HARDEN; V=1 shows commands;"
	@echo "  CUDA=1 builds build/cuda/ with the GPU backend, for CUDA_ARCHS (README.md)"

deps: ## install what is missing (apt, with sudo where needed), or list it
	@tools/deps

SOURCES = $(shell git ls-files '*.c' '*.h' '*.cu' 2>/dev/null)

lint: ## formatting, layers, clang-tidy, cppcheck
	@tools/deps lint
	@clang-format --dry-run -Werror $(SOURCES)
	@tools/check-layers
	@printf '%s\n' $(CORE_SRC) $(PROG_SRC) | xargs -P $(JOBS) -n 4 \
	    sh -c 'clang-tidy --quiet "$$@" -- -std=c11 -D_GNU_SOURCE $(INCLUDES) \
	    $(OPENMP) 2>/dev/null' sh
	@cppcheck --quiet --std=c11 --inline-suppr --error-exitcode=1 --enable=warning,portability \
	    --suppress=memleak --suppress=duplicateAssignExpression \
	    -Iinclude -Isrc -i src/backend/cpu src  # whose vector types cppcheck does not know

format: ## rewrite the sources as clang-format wants them
	clang-format -i $(SOURCES)

demo: ## install what is missing, build, measure this machine, audit and show the record
	@tools/deps
	@$(MAKE) $(AT_ONCE) all
	@tools/demo $(PROGRAM) $(BUILD)/demo

MAN        = $(PREFIX)/share/man/man1
BASH_DIR  ?= $(PREFIX)/share/bash-completion/completions
ZSH_DIR   ?= $(PREFIX)/share/zsh/site-functions
FISH_DIR  ?= $(PREFIX)/share/fish/vendor_completions.d
PAGES      = README.md SOUNDNESS.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md LICENSE
# `make install` flattens the links of pages to the folder of documents.
FLATTEN    = sed -e 's|](docs/|](|g' -e 's|](\.\./|](|g'

install: all ## program, man page, header, libraries, Python module, documents, completion
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 include/witnessmark.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(LIBRARY) $(DESTDIR)$(LIBDIR)/
	install -m 644 $(SHARED) $(DESTDIR)$(LIBDIR)/
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/libwitnessmark.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@LIBS@|$(strip $(LIB_LIBS))|' \
	    tools/witnessmark.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/witnessmark.pc
	install -d $(DESTDIR)$(PYTHONDIR)/witnessmark
	install -m 644 python/witnessmark/*.py python/witnessmark/py.typed \
	    $(DESTDIR)$(PYTHONDIR)/witnessmark/
	install -d $(DESTDIR)$(DOCS)/formats/tables $(DESTDIR)$(DOCS)/examples
	install -m 644 $(PAGES) docs/*.md docs/*.svg docs/*.tsv $(DESTDIR)$(DOCS)/
	cd $(DESTDIR)$(DOCS) && \
	    $(FLATTEN) -i $(filter %.md,$(PAGES)) $(notdir $(wildcard docs/*.md))
	install -m 644 docs/formats/*.md $(DESTDIR)$(DOCS)/formats/
	install -m 644 docs/formats/tables/*.tsv $(DESTDIR)$(DOCS)/formats/tables/
	install -m 644 $(wildcard examples/*.*) $(DESTDIR)$(DOCS)/examples/
	install -d $(DESTDIR)$(DOCS)/examples/paper
	install -m 644 $(addprefix examples/paper/,Makefile paper.tex) \
	    $(DESTDIR)$(DOCS)/examples/paper/
	install -d $(DESTDIR)$(MAN)
	install -m 644 docs/man/witnessmark.1 $(DESTDIR)$(MAN)/
	install -d $(DESTDIR)$(BASH_DIR) $(DESTDIR)$(ZSH_DIR) $(DESTDIR)$(FISH_DIR)
	install -m 644 completions/witnessmark.bash $(DESTDIR)$(BASH_DIR)/witnessmark
	install -m 644 completions/_witnessmark $(DESTDIR)$(ZSH_DIR)/
	install -m 644 completions/witnessmark.fish $(DESTDIR)$(FISH_DIR)/
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || PATH=$$PATH:/sbin:/usr/sbin ldconfig

uninstall: ## what `make install` put in place, with the same variables
	rm -f $(DESTDIR)$(PREFIX)/bin/witnessmark $(DESTDIR)$(PREFIX)/include/witnessmark.h
	rm -f $(DESTDIR)$(LIBDIR)/libwitnessmark.a $(DESTDIR)$(LIBDIR)/libwitnessmark.so
	rm -f $(DESTDIR)$(LIBDIR)/$(notdir $(SHARED))
	rm -f $(DESTDIR)$(LIBDIR)/pkgconfig/witnessmark.pc
	rm -rf $(DESTDIR)$(PYTHONDIR)/witnessmark $(DESTDIR)$(DOCS)
	rm -f $(DESTDIR)$(MAN)/witnessmark.1 $(DESTDIR)$(BASH_DIR)/witnessmark
	rm -f $(DESTDIR)$(ZSH_DIR)/_witnessmark $(DESTDIR)$(FISH_DIR)/witnessmark.fish

DIST = build/witnessmark-$(VERSION).tar.gz
dist: ## build/witnessmark-VERSION.tar.gz, the committed tree; equal bytes for equal commits
	@[ -e .git ] || { echo "make dist: this folder is not a git repository" >&2; exit 2; }
	@mkdir -p $(dir $(DIST))
	git archive --format=tar --prefix=witnessmark-$(VERSION)/ HEAD | gzip -n -9 > $(DIST).new
	@mv $(DIST).new $(DIST)

clean: ## remove build/
	rm -rf build

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
