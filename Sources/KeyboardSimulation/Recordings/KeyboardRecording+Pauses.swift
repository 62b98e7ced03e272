extension KeyboardRecording {
    package var withShortPauses: KeyboardRecording {
        var shortened = self
        let times = Set(events.map(\.time) + framesInMotion.map(\.time)).sorted()
        var (newTimes, last, time) = ([Double: Double](), 0.0, 0.0)
        for old in times {
            time += min(old - last, 0.5)
            newTimes[old] = time
            last = old
        }
        for index in events.indices { shortened.events[index].time = newTimes[events[index].time] ?? 0 }
        for index in framesInMotion.indices {
            shortened.framesInMotion[index].time = newTimes[framesInMotion[index].time] ?? 0
        }
        return shortened
    }
}
