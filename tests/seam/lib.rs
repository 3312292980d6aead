//! The library and nothing else, linked for the chip. There is no global allocator here, so it does not compile as soon
//! as the library or anything it depends on can allocate: as soon as one of them names the crate `alloc`.
#![cfg_attr(target_os = "none", no_std)]

pub use kahuna_board;

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
