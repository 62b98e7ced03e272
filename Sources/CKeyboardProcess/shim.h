#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// Returns a descriptor that becomes readable when a process has ended; returns -1 and sets `errno` on failure.
///
/// Linux 5.3 and later have the system call `pidfd_open`. The function `pidfd_open` exists only in glibc 2.36 and
/// later.
static inline int keyboard_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/// Sends a signal to the process that a descriptor refers to; returns -1 and sets `errno` on failure.
static inline int keyboard_pidfd_send_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0);
}
