//! Room for deep trees: Bevy's loader of glTF takes some of the stack for each level of nodes.

/// The deepest tree of nodes that is loaded: [`with_stack`] has room for it, and so has a main thread of 1 MiB, which spawns and despawns it.
#[cfg(not(target_family = "wasm"))]
pub(crate) const DEEPEST: usize = 256;
/// The deepest tree of nodes that is loaded, as the browser decides how large the stack is.
#[cfg(target_family = "wasm")]
pub(crate) const DEEPEST: usize = 128;

/// Does `work` on a thread of a larger stack than those of Bevy's pools have.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    const BYTES: usize = 16 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(BYTES).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| std::io::Error::other("the loader of glTF panicked"))
    })
}

/// Does `work`; a page has no threads.
#[cfg(target_family = "wasm")]
pub(crate) fn with_stack<T>(work: impl FnOnce() -> T) -> std::io::Result<T> {
    Ok(work())
}
