import CGTK
import Foundation
import KeyboardObservation

/// Repeatedly opens and closes two windows, and prints how many objects remain and how much memory the app uses.
final class WindowCycle {
    private struct Observed {
        weak let screen: AnyObject?
    }

    private let count: Int
    private let open: (WindowCycle) -> Void
    private let quit: () -> Void
    private var done = 0
    private var windows: [Widget] = []
    private var painted = 0
    private var screens: [Observed] = []

    /// Opens the first windows.
    ///
    /// Each call of `open` passes two windows to ``show(_:page:)``.
    init(_ count: Int, open: @escaping (WindowCycle) -> Void, quit: @escaping () -> Void) {
        (self.count, self.open, self.quit) = (count, open, quit)
        g_idle_add(Self.next, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts a controller until it is deallocated.
    func observe(_ screen: AnyObject) {
        screens.append(Observed(screen: screen))
    }

    /// Shows a window, and later replaces its content.
    ///
    /// When the window has been painted once, the method calls `page`. The returned widget becomes the new content of
    /// the window. When each window has been painted twice, the cycle closes all windows.
    func show(_ window: Widget, page: @escaping () -> Widget) {
        windows.append(window)
        gtk_window_present(window.pointer.as())
        var paintCount = 0
        connect(gpointer(gtk_widget_get_frame_clock(window.pointer)), "after-paint") { [weak self] in
            guard let self else { return }
            paintCount += 1
            if paintCount == 1 {
                let page = page()
                withExtendedLifetime(page) { gtk_window_set_child(window.pointer.as(), page.pointer) }
            }
            guard paintCount == 2 else { return }
            painted += 1
            if painted == windows.count { g_idle_add(Self.next, Unmanaged.passUnretained(self).toOpaque()) }
        }
    }

    private static let next: GSourceFunc = { cycle in
        cycle.map { Unmanaged<WindowCycle>.fromOpaque($0).takeUnretainedValue().closeAndOpen() }
        return 0
    }

    private func closeAndOpen() {
        for window in windows.reversed() { gtk_window_destroy(window.pointer.as()) }
        done += windows.count
        (windows, painted) = ([], 0)
        screens.removeAll { $0.screen == nil }
        if done % 100 == 0 { report() }
        if done < count { open(self) } else { quit() }
    }

    private func report() {
        KeyboardObserverPool.current.sweep()
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        let memory = pages.count > 1 ? (Int(pages[1]) ?? 0) * Int(getpagesize()) / 1_024 : 0
        print(
            "windows \(done) controllers \(screens.count) observers \(KeyboardObserverPool.current.count) KiB \(memory)"
        )
        fflush(nil)
    }
}
