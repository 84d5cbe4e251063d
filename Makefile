# Builds, tests, installs and demonstrates witnessmark: `make help` lists what there is.

VERSION   := $(shell sed -n 's/^.define WM_VERSION "\(.*\)"/\1/p' include/witnessmark.h)
SOVERSION := 0
BUILD     ?= build
PREFIX    ?= /usr/local
CC        ?= cc
AR        ?= ar
CUDA      ?= 0
SAN       ?= 0

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
WERROR   ?= -Werror
OPT      ?= -O2 -g
CPPFLAGS += -Iinclude -Isrc -Itests
# Results must not depend on which compiler fuses what, so contraction is off everywhere.
CFLAGS_ALL  = $(OPT) $(WARNINGS) $(WERROR) -ffp-contract=off -fPIC -MMD -MP $(CFLAGS)
CFLAGS_CORE = -std=c99
CFLAGS_PROG = -std=c11 -D_GNU_SOURCE $(OPENMP)
OPENMP   ?= -fopenmp
LDLIBS_ALL = $(LDLIBS) $(BLAS_LIBS) -lm -lpthread $(OPENMP) -ldl

ifeq ($(SAN),1)
OPT   := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
BUILD := build/asan
endif

# The auditor's three layers are C99 and libc alone; the rest is C11 on a POSIX system.
CORE_SRC := $(sort $(shell find src/base src/standards src/evidence -name '*.c' 2>/dev/null))
PROG_SRC := $(sort $(shell find src -name '*.c' 2>/dev/null))
PROG_SRC := $(filter-out $(CORE_SRC) src/cli/% src/backend/cuda/%,$(PROG_SRC))
CLI_SRC  := $(sort $(wildcard src/cli/*.c))
LIB_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(CORE_SRC) $(PROG_SRC))
CLI_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(CLI_SRC))
SUP_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/support/*.c)))
UNIT     := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/unit/test_*.c)))
CONFORM  := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/conformance/test_*.c)))
TESTS    := $(UNIT) $(CONFORM)
PROGRAM  := $(BUILD)/witnessmark
LIBRARY  := $(BUILD)/libwitnessmark.a
SHARED   := $(BUILD)/libwitnessmark.so.$(SOVERSION)

.PHONY: all
all: $(PROGRAM) $(LIBRARY) $(SHARED)

$(LIBRARY): $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(SHARED): $(LIB_OBJ)
	$(CC) -shared -Wl,-soname,$(notdir $@) $(OPT) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

$(PROGRAM): $(CLI_OBJ) $(LIBRARY)
	$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

$(patsubst %.c,$(BUILD)/%.o,$(CORE_SRC)): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS_CORE) $(CFLAGS_ALL) -c -o $@ $<

$(patsubst %.c,$(BUILD)/%.o,$(PROG_SRC) $(CLI_SRC)): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS_PROG) $(CFLAGS_ALL) -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS_PROG) $(CFLAGS_ALL) -c -o $@ $<

$(TESTS): $(BUILD)/tests/%: $(BUILD)/tests/%.o $(SUP_OBJ) $(LIBRARY)
	$(CC) $(OPT) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS_ALL)

.PRECIOUS: $(BUILD)/tests/%.o

.PHONY: unit conformance clean
unit: $(UNIT)
	@tests/support/run-tests $^

conformance: $(CONFORM)
	@tests/support/run-tests $^

clean:
	rm -rf build

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
