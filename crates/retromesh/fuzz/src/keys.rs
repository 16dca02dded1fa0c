//! The keys of hash tables, which are the same in each run.

/// Takes the place of the system's source of random numbers, which the standard library leaves open to this: it fills nothing, so the
/// keys of all hash tables are zeros, and the same inputs cover the same edges in the same order.
#[unsafe(no_mangle)]
extern "C" fn getrandom(_buffer: *mut u8, length: usize, _flags: u32) -> isize {
    length as isize
}
