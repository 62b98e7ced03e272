#if __has_include(<dbus/dbus.h>)
#include <dbus/dbus.h>
#else
#error "libdbus is missing; install it with: apt-get install libdbus-1-dev"
#endif
