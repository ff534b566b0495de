// What Swift cannot import by itself: constants behind casts, and system calls that glibc declares
// under _GNU_SOURCE only. That is not defined here: the types of the C library would differ from
// those that Swift's own module of it has. No logic beyond that, except for `shim_probe` and
// `shim_try_mounts`, which run between fork and _exit.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/gen_stats.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <linux/pkt_cls.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/tc_act/tc_mirred.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/route/link.h>
#include <netlink/socket.h>
#include <netlink/version.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Moves the calling thread to a network namespace of its own. 0, or errno.
static inline int shim_unshare_network(void) {
    return syscall(SYS_unshare, CLONE_NEWNET) == 0 ? 0 : errno;
}

/// Moves the calling process, which must have one thread, to namespaces of its own: of users, of the
/// network, of mounts, each where it is asked for. 0, or errno.
static inline int shim_unshare(int users, int network, int mounts) {
    int flags = (users ? CLONE_NEWUSER : 0) | (network ? CLONE_NEWNET : 0) | (mounts ? CLONE_NEWNS : 0);
    return syscall(SYS_unshare, flags) == 0 ? 0 : errno;
}

/// Whether mounts of its own can be had, with users of its own where they are asked for: tried in a
/// child process, which uses nothing but system calls. 0, or errno.
static inline int shim_try_mounts(int users) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) _exit(shim_unshare(users, 0, 1));
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return errno;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
}

/// The machine's monotonic clock in nanoseconds.
static inline long shim_monotonic_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Waits until there is something to read, at most so many nanoseconds.
static inline void shim_wait(int file, long nanoseconds) {
    struct pollfd entry = {.fd = file, .events = POLLIN};
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    syscall(SYS_ppoll, &entry, 1, &time, NULL, 0);
}

/// Most datagrams that are sent or received at once.
#define SHIM_DATAGRAMS_AT_ONCE 32

/// `struct mmsghdr`, as the kernel has it.
struct shim_message {
    struct msghdr msg_hdr;
    unsigned msg_len;
};

/// Sends copies of a datagram, as many as are taken at once. Their number, or -1 and errno.
static inline int shim_send_copies(
    int file, const void *address, unsigned addressLength, const void *bytes, size_t length, int count
) {
    struct iovec part = {(void *)bytes, length};
    struct shim_message messages[SHIM_DATAGRAMS_AT_ONCE];
    if (count > SHIM_DATAGRAMS_AT_ONCE) count = SHIM_DATAGRAMS_AT_ONCE;
    memset(messages, 0, sizeof messages);
    for (int index = 0; index < count; index++) {
        messages[index].msg_hdr.msg_name = (void *)address;
        messages[index].msg_hdr.msg_namelen = addressLength;
        messages[index].msg_hdr.msg_iov = &part;
        messages[index].msg_hdr.msg_iovlen = 1;
    }
    return (int)syscall(SYS_sendmmsg, file, messages, count, 0);
}

/// Takes the datagrams that are there, without their contents. Their number, or -1 and errno.
static inline int shim_receive_count(int file) {
    char ignored[16];
    struct iovec part = {ignored, sizeof ignored};
    struct shim_message messages[SHIM_DATAGRAMS_AT_ONCE];
    memset(messages, 0, sizeof messages);
    for (int index = 0; index < SHIM_DATAGRAMS_AT_ONCE; index++) {
        messages[index].msg_hdr.msg_iov = &part;
        messages[index].msg_hdr.msg_iovlen = 1;
    }
    return (int)syscall(
        SYS_recvmmsg, file, messages, SHIM_DATAGRAMS_AT_ONCE, MSG_DONTWAIT, NULL);
}

static inline void shim_probe_map_root(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, text, strlen(text)) < 0) errno = 0; // then the requests below say EPERM
    close(file);
}

/// Sends one request and waits for its acknowledgement. 0, or errno.
static inline int shim_probe_request(int socket, const void *request, size_t length) {
    union {
        struct nlmsghdr header;
        char bytes[4096];
    } reply;
    if (send(socket, request, length, 0) < 0) return errno;
    for (;;) {
        ssize_t count = recv(socket, &reply, sizeof reply, 0);
        if (count < 0) return errno;
        if (count < (ssize_t)NLMSG_LENGTH(sizeof(struct nlmsgerr))) return EPROTO;
        if (reply.header.nlmsg_type != NLMSG_ERROR) continue;
        return -((struct nlmsgerr *)NLMSG_DATA(&reply.header))->error;
    }
}

/// Tries requests in a network namespace that vanishes again, in a child process, and says for each
/// whether the kernel took it.
///
/// The child uses nothing but system calls, so that it may be forked from a process with threads.
/// `requests` follow each other, `lengths` says how long each is; they ask for acknowledgements.
/// `results` gets 0 or errno for each. Returns 0, or the errno of what comes before them: the
/// namespaces, or the child itself. `new_user` asks for a user namespace too.
static inline int shim_probe(
    const unsigned char *requests, const size_t *lengths, int *results, int count, int new_user
) {
    int pipes[2];
    if (syscall(SYS_pipe2, pipes, O_CLOEXEC) != 0) return errno;
    char users[64], groups[64];
    snprintf(users, sizeof users, "0 %u 1", (unsigned)geteuid());
    snprintf(groups, sizeof groups, "0 %u 1", (unsigned)getegid());
    pid_t child = fork();
    if (child < 0) {
        int failure = errno;
        close(pipes[0]);
        close(pipes[1]);
        return failure;
    }
    if (child == 0) {
        int failure = 0;
        if (syscall(SYS_unshare, CLONE_NEWNET | (new_user ? CLONE_NEWUSER : 0)) != 0) failure = errno;
        if (failure == 0 && new_user) {
            shim_probe_map_root("/proc/self/setgroups", "deny");
            shim_probe_map_root("/proc/self/uid_map", users);
            shim_probe_map_root("/proc/self/gid_map", groups);
        }
        int route = -1;
        if (failure == 0) {
            route = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
            if (route < 0) failure = errno;
        }
        if (write(pipes[1], &failure, sizeof failure) != sizeof failure || failure != 0) _exit(1);
        for (int index = 0; index < count; index++) {
            int result = shim_probe_request(route, requests, lengths[index]);
            requests += lengths[index];
            if (write(pipes[1], &result, sizeof result) != sizeof result) _exit(1);
        }
        _exit(0);
    }
    close(pipes[1]);
    int failure = EIO;
    if (read(pipes[0], &failure, sizeof failure) != sizeof failure) failure = EIO;
    for (int index = 0; failure == 0 && index < count; index++) {
        if (read(pipes[0], &results[index], sizeof(int)) != sizeof(int)) failure = EIO;
    }
    close(pipes[0]);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    return failure;
}
