//! Figures of the process, under the names that they have in other programs.

/// Names and texts of what only grows.
pub(super) const COUNTERS: &[(&str, &str)] = if cfg!(target_os = "linux") {
    &[("process_cpu_seconds_total", "Time of processors that the process has taken, in whole seconds.")]
} else {
    &[]
};

/// Names and texts of what goes up and down.
pub(super) const GAUGES: &[(&str, &str)] = if cfg!(target_os = "linux") {
    &[
        ("process_resident_memory_bytes", "Memory of the machine that the process takes, in bytes."),
        ("process_virtual_memory_bytes", "Memory that the process may address, in bytes."),
        ("process_open_fds", "Open files, connections included."),
        ("process_max_fds", "How many files may be open."),
        ("process_threads", "Threads."),
        ("process_start_time_seconds", "When the process began, in seconds since 1970."),
    ]
} else {
    &[]
};

/// Takes note of the figures of the moment. The system tells them on Linux alone.
#[cfg(target_os = "linux")]
#[allow(clippy::cast_precision_loss, reason = "none of these comes near 2^53")]
pub(super) fn note() {
    use metrics::{counter, gauge};
    use procfs::WithCurrentSystemInfo;
    use procfs::process::Process;

    let Ok(process) = Process::myself() else { return };
    if let Ok(stat) = process.stat() {
        let ticks = procfs::ticks_per_second();
        counter!("process_cpu_seconds_total").absolute((stat.utime + stat.stime) / ticks.max(1));
        gauge!("process_resident_memory_bytes").set(stat.rss_bytes().get() as f64);
        gauge!("process_virtual_memory_bytes").set(stat.vsize as f64);
        gauge!("process_threads").set(stat.num_threads as f64);
        if let Ok(booted_at) = procfs::boot_time_secs() {
            gauge!("process_start_time_seconds").set(booted_at as f64 + stat.starttime as f64 / ticks as f64);
        }
    }
    if let Ok(open) = process.fd_count() {
        gauge!("process_open_fds").set(open as f64);
    }
    if let Ok((most, _)) = rlimit::Resource::NOFILE.get() {
        gauge!("process_max_fds").set(most as f64);
    }
}

/// The system is not asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn note() {}
