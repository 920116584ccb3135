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
    use std::fs;

    use metrics::{counter, gauge};
    use rustix::param::{clock_ticks_per_second, page_size};

    if let Some(stat) = fs::read_to_string("/proc/self/stat").ok().as_deref().and_then(Stat::read) {
        let ticks = clock_ticks_per_second().max(1);
        counter!("process_cpu_seconds_total").absolute(stat.ticks_of_processor / ticks);
        gauge!("process_resident_memory_bytes").set(stat.resident_pages as f64 * page_size() as f64);
        gauge!("process_virtual_memory_bytes").set(stat.virtual_bytes as f64);
        gauge!("process_threads").set(stat.threads as f64);
        if let Some(booted_at) = fs::read_to_string("/proc/stat").ok().as_deref().and_then(booted_at) {
            let began = booted_at as f64 + stat.began_at_tick as f64 / ticks as f64;
            gauge!("process_start_time_seconds").set(began);
        }
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        // The folder itself is one of them while it is read.
        gauge!("process_open_fds").set(files.count().saturating_sub(1) as f64);
    }
    if let Ok((most, _)) = rlimit::Resource::NOFILE.get() {
        gauge!("process_max_fds").set(most as f64);
    }
}

/// What `/proc/self/stat` says of the process; times are in ticks of the system.
#[cfg(target_os = "linux")]
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    ticks_of_processor: u64,
    threads: u64,
    /// Counted from the start of the system.
    began_at_tick: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

#[cfg(target_os = "linux")]
impl Stat {
    /// Reads the line. The name of the program, which may have any characters, ends with the last parenthesis.
    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        // Numbered as in the manual of proc, where the third field is the first one behind the name.
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            ticks_of_processor: field(14)? + field(15)?,
            threads: field(20)?,
            began_at_tick: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

/// When the system was started, in seconds since 1970, out of `/proc/stat`.
#[cfg(target_os = "linux")]
fn booted_at(stat: &str) -> Option<u64> {
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

/// The system is not asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn note() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Stat, booted_at};

    #[test]
    fn figures_stand_behind_the_name_whatever_it_is() {
        let line = "4711 (a) b (c 9) S 1 4711 4711 0 -1 4194560 100 0 7 0 300 45 0 0 20 0 12 0 987654 123456789 2048 \
                    18446744073709551615 1 1 0";
        let stat = Stat {
            ticks_of_processor: 345,
            threads: 12,
            began_at_tick: 987_654,
            virtual_bytes: 123_456_789,
            resident_pages: 2_048,
        };
        assert_eq!(Stat::read(line), Some(stat));
        assert_eq!(Stat::read("4711 (tengen) S 1"), None);
    }

    #[test]
    fn the_start_of_the_system_has_a_line_of_its_own() {
        assert_eq!(booted_at("cpu  1 2 3\nbtime 1764360000\nprocesses 5\n"), Some(1_764_360_000));
        assert_eq!(booted_at("cpu  1 2 3\n"), None);
    }
}
