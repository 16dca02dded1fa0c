//! The tests that measure the heap. Each takes [`alone`](retromesh_testkit::alone) first, so that no other allocates meanwhile.

mod sweep;

use retromesh_testkit::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;
