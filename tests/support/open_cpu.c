/* Opens the CPU device through the registry. */
#include "support/open_cpu.h"

#include "backend/registry.h"

wm_device *open_cpu(uint32_t threads)
{
    wm_device *device = NULL;
    return wm_registry_find("cpu")->open(&(wm_device_options){.threads = threads}, &device, NULL) ==
                   WM_OK
               ? device
               : NULL;
}
