#if __has_include(<xcb/randr.h>)
#include <xcb/xcb.h>
#include <xcb/randr.h>
#include <xcb/xcbext.h>
#else
#error "libxcb is missing; install it with: apt-get install libxcb-randr0-dev"
#endif

/// Returns data about the RandR extension.
/// Returns whether the server has the RandR extension, and the number of the extension's first event.
/// Swift 6 rejects each use of the global variable `xcb_randr_id`, because the variable is mutable.
static inline const xcb_query_extension_reply_t *xcb_randr_extension_data(xcb_connection_t *connection) {
    return xcb_get_extension_data(connection, &xcb_randr_id);
}
