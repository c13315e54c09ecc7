//! The gs register: C code reaches objects relative to its base (`__seg_gs`), so it must hold the
//! base of the thread's segment.
//!
//! User code may write it where the kernel says so (bit 1 of `AT_HWCAP2`: FSGSBASE); elsewhere it
//! takes a system call. Nothing else uses gs in user programs on x86-64 Linux.
#![allow(unsafe_code, reason = "one register that only assembly reaches")]

use std::sync::OnceLock;

/// Points the calling thread's gs register at `base`.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(crate) fn set_base(base: *mut u8) {
    if has_instruction() {
        // SAFETY: the kernel has allowed the instruction; gs is not used by Rust or libc.
        unsafe {
            std::arch::asm!(
                "wrgsbase {}",
                in(reg) base,
                options(nostack, preserves_flags)
            );
        }
    } else {
        set_by_system_call(base);
    }
}

/// Objects are not reached by a segment register here; the header refuses to be compiled.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub(crate) fn set_base(_: *mut u8) {
    crate::thread::misuse("stm_start_transaction", "gs is a register of x86-64");
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn has_instruction() -> bool {
    const HWCAP2_FSGSBASE: usize = 1 << 1;
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(|| rustix::param::linux_hwcap().1 & HWCAP2_FSGSBASE != 0)
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn set_by_system_call(base: *mut u8) {
    const SYS_ARCH_PRCTL: usize = 158;
    const ARCH_SET_GS: usize = 0x1001;
    let result: isize;
    // SAFETY: a system call that sets one register; the kernel clobbers rcx and r11.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") SYS_ARCH_PRCTL => result,
            in("rdi") ARCH_SET_GS,
            in("rsi") base,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack)
        );
    }
    assert_eq!(result, 0, "the kernel sets gs");
}

#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests {
    use super::*;

    fn first_word() -> u64 {
        let word: u64;
        // SAFETY: reads the word that gs points at, set just before.
        unsafe {
            std::arch::asm!("mov {}, gs:[0]", out(reg) word, options(nostack, readonly));
        }
        word
    }

    #[test]
    fn both_ways_set_the_register() {
        let mut words = [11u64, 22];
        set_base((&raw mut words[0]).cast());
        assert_eq!(first_word(), 11);
        set_by_system_call((&raw mut words[1]).cast());
        assert_eq!(first_word(), 22);
    }
}
