# Builds the CUDA backend in build/cuda/; the Makefile includes this file if CUDA=1.
# Needs only the CUDA toolkit (13.0 or later). cuBLASLt, cuDNN and NVML are loaded when a device is
# opened; the rpath includes the toolkit's folder. The runtime is linked statically and loads the
# driver.

comma      := ,
CUDA_HOME  ?= /usr/local/cuda
NVCC       ?= $(CUDA_HOME)/bin/nvcc
CUDA_SRC   := $(sort $(wildcard src/backend/cuda/*.c))
CUDA_KERN  := $(sort $(wildcard src/backend/cuda/*.cu))
CUDA_OBJ   := $(patsubst %,$(BUILD)/%.o,$(CUDA_SRC) $(CUDA_KERN))
# Compute capabilities, times 10. An `a` is code for exactly that one; +ptx adds PTX, which a driver
# compiles for later devices.
CUDA_ARCHS ?= 80 89 90a 100 120+ptx
NVCC_CODE  := $(foreach a,$(CUDA_ARCHS:+ptx=),-gencode=arch=compute_$a,code=sm_$a) \
    $(foreach a,$(patsubst %+ptx,%,$(filter %+ptx,$(CUDA_ARCHS))),\
    -gencode=arch=compute_$a,code=compute_$a)
# Built again when CUDA_ARCHS changes.
CUDA_BUILT := $(BUILD)/gen/cuda-$(subst $() ,_,$(strip $(CUDA_ARCHS)))
$(CUDA_BUILT):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/gen/cuda-*
	@touch $@
$(BUILD)/src/backend/cuda/cuda_device.c.o: $(CUDA_BUILT)
$(patsubst %,$(BUILD)/%.o,$(CUDA_KERN)): $(CUDA_BUILT)
# Kernels fuse a multiply and an add only if they call fma. PTX has this too: each operation in it
# names its rounding, and a driver fuses none of these.
NVCC_FLAGS := -std=c++17 -O3 -fmad=false -Xcompiler -fPIC,-Wall,-Wextra -Werror all-warnings
# They change no bit of a kernel, so they are no part of the fact.
NVCC_HARDEN := $(addprefix -Xcompiler ,$(HARDEN_CC))
LIBS += -L$(CUDA_HOME)/lib64 -Wl,-rpath,$(CUDA_HOME)/lib64 -lcudart_static -lrt -lstdc++

$(BUILD)/src/backend/registry.o: CPPFLAGS += -DWM_CUDA
# The compiler of the kernels and its flags change bits, so they are facts of the environment.
NVCC_VERSION := $(strip $(shell $(NVCC) --version 2>/dev/null | sed -n 's/.*\(release .*\)/\1/p'))
$(BUILD)/src/backend/cuda/cuda_device.c.o: CPPFLAGS += \
    -DWM_NVCC_VERSION='"nvcc $(NVCC_VERSION)"' -DWM_NVCC_FLAGS='"$(strip $(NVCC_FLAGS))"' \
    -DWM_CUDA_ARCHS='"$(strip $(CUDA_ARCHS))"'

$(INTERNAL): $(CUDA_OBJ)

$(patsubst %,$(BUILD)/%.o,$(CUDA_SRC)): $(BUILD)/%.o: % | $(INFO)
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(INCLUDES) -isystem $(CUDA_HOME)/include $(PROG_FLAGS) -c -o $@ $<

$(patsubst %,$(BUILD)/%.o,$(CUDA_KERN)): $(BUILD)/%.o: % | $(INFO)
	@mkdir -p $(@D)
	$(say) NVCC $<
	$(Q)$(NVCC) $(INCLUDES) $(NVCC_FLAGS) $(NVCC_CODE) $(NVCC_HARDEN) -MMD -MP -c -o $@ $<

# The loading of cuBLASLt is tested with fake libraries, so this program has no rpath to the
# toolkit.
BLAS_TEST  := $(BUILD)/tests/unit/test_cuda_blas
BLAS_FAKES := $(addprefix $(BUILD)/tests/fakes/,libcublasLt.so.13 old/libcublasLt.so.13)
UNIT  += $(BLAS_TEST)
FAKES += $(BLAS_FAKES)
$(BLAS_FAKES): tests/fakes/fake_blas.c
$(BLAS_TEST): | $(BLAS_FAKES)
$(BLAS_TEST): LIBS := $(filter-out -Wl$(comma)-rpath%,$(LIBS))
$(BLAS_TEST).o: CPPFLAGS += -isystem $(CUDA_HOME)/include
