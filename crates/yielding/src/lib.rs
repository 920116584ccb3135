//! Threads that make way for all others, for work that takes a processor for a while beside games.
//!
//! A thread that is merely nice keeps a processor until the system's next tick, some milliseconds, and a move waits for it. One that is
//! idle in the system's words makes way at once for a thread that wakes on its processor, and rests at times for those that wait
//! for another. But it gets next to nothing where all processors are busy for long: then a nice one takes over for a while. They
//! are two threads, because a thread needs a right to be idle no more.
//!
//! Such work may take long by the clock on the wall, and little of a processor ([`processor_time`]).

mod asides;
mod nicely;

use std::time::Duration;

pub use asides::Asides;
pub use nicely::nicely;

/// How nice a nice thread is to others, by the system's scale from -20 to 19: it gets a tenth of a processor that others want, and
/// all of one that is idle.
pub const NICENESS: i32 = 10;

/// Makes this thread nice to others. Where the system does not let it, it goes on as before.
pub fn be_nice() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// The time of a processor that this thread has had since it began. On systems other than Linux it is the time by the clock since
/// the thread asked first.
pub fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        // It is never negative.
        Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::time::Instant;
        thread_local! {
            static BEGAN: Instant = Instant::now();
        }
        BEGAN.with(Instant::elapsed)
    }
}

/// Has this thread work only where a processor is idle. Answers whether it does. Systems other than Linux know no such threads,
/// and the answer is yes: this thread does the work there.
pub fn be_idle() -> bool {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadPriority::Min, ThreadSchedulePolicy::Normal,
            set_thread_priority_and_policy, thread_native_id,
        };
        // It wants to set a niceness as well, for which there may be no right, and which no idle thread has.
        let _ = set_thread_priority_and_policy(thread_native_id(), Min, Normal(Idle));
        is_idle()
    }
    #[cfg(not(target_os = "linux"))]
    true
}

/// Whether this thread works only where a processor is idle.
pub fn is_idle() -> bool {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadSchedulePolicy::Normal, thread_schedule_policy,
        };
        thread_schedule_policy() == Ok(Normal(Idle))
    }
    #[cfg(not(target_os = "linux"))]
    false
}
