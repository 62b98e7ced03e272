/// Runs the app, and returns its exit status.
///
/// Arguments: --full-screen, --maximized, --header-bar; --text-view shows only a text view.
int form_run(int argc, char **argv);
