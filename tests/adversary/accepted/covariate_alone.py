"""One newer covariate without the others, because each is optional."""
BASE = 'small'
STATUS = 0


def forge(record):
    covariates = record.repeats(1)[0]['covariates']
    for name in ('ecc_corrected', 'ecc_uncorrected', 'memory_clock', 'pcie_generation', 'run_delay',
                 'pcie_replays', 'pcie_width', 'read_time', 'throttle_reasons'):
        covariates.pop(name, None)
    covariates['kernel_clock'] = {'reason': 'not measured'}
