#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/// The C library declares this function only for programs that ask for all of its extensions.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/// The space for the control data of 28 descriptors, the maximum of a Wayland message.
union descriptor_room {
    char bytes[CMSG_SPACE(28 * sizeof(int))];
    struct cmsghdr header;
};

/// Receives bytes, and at most 28 file descriptors that came with these bytes.
static inline ssize_t receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, int *count) {
    union descriptor_room room;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
    ssize_t length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    *count = 0;
    if (length <= 0) return length;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        *count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(descriptors, CMSG_DATA(header), *count * sizeof(int));
    }
    return length;
}

/// Sends bytes with file descriptors.
static inline ssize_t send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, int count) {
    union descriptor_room room = {{0}};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = room.bytes;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}
