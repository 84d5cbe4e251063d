/* The share of the processors that the kernel's control groups leave to this process. */
#ifndef WM_MEASURE_CPU_QUOTA_H
#define WM_MEASURE_CPU_QUOTA_H

/* The least quota of this process's groups and of those above them. proc is /proc, groups is
 * /sys/fs/cgroup, or folders like these. NaN, and *reason says why, if there is none. Source:
 * Linux, Documentation/admin-guide/cgroup-v2.rst (cpu.max) and scheduler/sched-bwc.rst
 * (cpu.cfs_quota_us). Units: processors. */
double wm_cpu_quota_read(const char *proc, const char *groups, const char **reason);

#endif
