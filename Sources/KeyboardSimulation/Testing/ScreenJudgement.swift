import KeyboardObservation

/// Runs a screen through scenarios, and collects the findings, at most one for each rule.
@MainActor
final class ScreenJudgement<Screen: AnyObject> {
    /// A run that has not released all its objects.
    ///
    /// The remaining objects can still be released later.
    private struct Suspect {
        var scenario: KeyboardScenario
        var way: ScreenRunWay
        var run: ScreenRun<Screen>
    }

    /// A device in one orientation.
    private struct Place: Hashable {
        var model: SimulatedScreenModel
        var orientation: SimulatedScreen.Orientation
    }

    private let conformance: ScreenConformance<Screen>
    private var findings: [ScreenFinding] = []
    private var suspects: [Suspect] = []
    private var motions: (showing: ContentMotion?, hiding: ContentMotion?)?
    private var places: [Place: PlaceReference] = [:]
    private var times: [Double: (showing: [Duration], hiding: [Duration])] = [:]
    private var knowsItsDisplay: Bool?

    init(_ conformance: ScreenConformance<Screen>) {
        self.conformance = conformance
    }

    private var rules: Set<ScreenFinding.Rule> {
        Set(findings.map(\.rule))
    }

    func judge(_ scenario: KeyboardScenario, _ ways: [ScreenRunWay]) async {
        for way in ways {
            let run = await run(scenario, way, known: rules)
            for finding in run.findings {
                let remains: Set = [ScreenFinding.Rule.isDeallocated, .isSilentAfterwards]
                await add(finding, scenario, way, known: rules.union(remains).subtracting([finding.rule])) {
                    $0.findings
                }
            }
            if run.remains.isAny { suspects.append(Suspect(scenario: scenario, way: way, run: run)) }
        }
    }

    /// Judges the objects that still exist after the runs.
    ///
    /// The method first waits in real time, so that the objects can be released. One wait is enough for all runs.
    func end() async -> [ScreenFinding] {
        await waitForReleases(in: suspects.map(\.run))
        for suspect in suspects where suspect.run.remains.isAny {
            for finding in await suspect.run.remains.findings(known: rules) {
                await addRemains(finding, suspect.scenario, suspect.way)
            }
        }
        return findings
    }

    private func addRemains(_ finding: ScreenFinding, _ scenario: KeyboardScenario, _ way: ScreenRunWay) async {
        let known = rules
        guard !known.contains(finding.rule) else { return }
        await add(finding, scenario, way, known: known) { await $0.remains.findings(known: known) }
        // The search for a shorter scenario does not wait in real time. Therefore the search can report an object that
        // is released shortly afterwards.
        guard let last = findings.indices.last, findings[last].rule == finding.rule else { return }
        guard let shortest = findings[last].scenario, shortest.steps != scenario.steps else { return }
        let run = await run(shortest, way, known: known)
        await waitForReleases(in: [run])
        guard !run.remains.isAny else { return }
        findings[last].sentence = finding.sentence
        findings[last].scenario?.steps = scenario.steps
    }

    private func waitForReleases(in runs: [ScreenRun<Screen>]) async {
        await conformance.patience.wait { runs.count(where: \.remains.isWaiting) }
    }

    /// Adds a finding, with the shortest scenario that reproduces the finding.
    ///
    /// The method adds the finding only if a second run reproduces the finding. Two runs can differ for these reasons:
    ///
    /// - A screen starts several tasks at the same time. The order of the tasks can differ.
    /// - The first run creates an object for the whole app, but the second run does not.
    private func add(
        _ finding: ScreenFinding,
        _ scenario: KeyboardScenario,
        _ way: ScreenRunWay,
        known: Set<ScreenFinding.Rule>,
        findings findingsOfRun: @MainActor (ScreenRun<Screen>) async -> [ScreenFinding]
    ) async {
        guard !rules.contains(finding.rule) else { return }
        var finding = finding
        var isReproduced = false
        finding.scenario = await scenario.shrunk(limit: 400) { candidate in
            let run = await run(candidate, way, known: known)
            guard let same = await findingsOfRun(run).first(where: { $0.rule == finding.rule }) else { return false }
            // With a shorter scenario, the numbers in the sentence can be different.
            finding.sentence = same.sentence
            isReproduced = true
            return true
        }
        guard isReproduced else { return }
        finding.scenario?.name = "\(finding.rule)"
        findings.append(finding)
    }

    private func run(
        _ scenario: KeyboardScenario,
        _ way: ScreenRunWay,
        known: Set<ScreenFinding.Rule>
    ) async -> ScreenRun<Screen> {
        let run = ScreenRun(scenario, way, conformance, await reference(scenario, way), known: known)
        await run.perform()
        await run.checkBlockObservers()
        return run
    }

    // MARK: The reference

    /// Returns the measurements of a new screen.
    private func reference(_ scenario: KeyboardScenario, _ way: ScreenRunWay) async -> ScreenReference {
        var reference = ScreenReference()
        guard conformance.probes.hasRest else { return reference }
        (reference.showing, reference.hiding) = await motions()
        for orientation in scenario.orientations {
            reference.places[orientation] = await place(Place(model: scenario.model, orientation: orientation))
        }
        guard conformance.probes.hasPosition else { return reference }
        reference.uprightMargin = await place(upright).margin
        let durations = scenario.durations
        if durations.count > 1 {
            for duration in durations { reference.times[duration] = await times(duration) }
        }
        if way == .twoKeyboards { reference.knowsItsDisplay = await findDisplay() }
        return reference
    }

    private var uprightModel: SimulatedScreenModel {
        conformance.model ?? .phone393x852
    }

    private func run(
        on place: Place,
        _ behavior: SimulatedKeyboard.Behavior? = nil,
        judgesFrames: Bool = false
    ) -> ScreenRun<Screen> {
        let scenario = KeyboardScenario(
            "reference",
            on: place.model,
            orientation: place.orientation,
            behavior: behavior ?? SimulatedKeyboard.Behavior(),
            steps: []
        )
        return ScreenRun(scenario, .atRest, conformance, judgesFrames: judgesFrames)
    }

    private var upright: Place {
        Place(model: uprightModel, orientation: .portrait)
    }

    private func motions() async -> (showing: ContentMotion?, hiding: ContentMotion?) {
        if let motions { return motions }
        let motions = await run(on: upright, judgesFrames: true).motions()
        self.motions = motions
        return motions
    }

    private func place(_ place: Place) async -> PlaceReference {
        if let reference = places[place] { return reference }
        var reference = await run(on: place).place()
        if let rest = reference.hidden.bottomInset { reference.margin = await run(on: place).margin(rest: rest) }
        places[place] = reference
        return reference
    }

    private func times(_ duration: Double) async -> (showing: [Duration], hiding: [Duration]) {
        if let known = times[duration] { return known }
        let behavior = SimulatedKeyboard.Behavior { $0.duration = duration }
        let new = await run(on: upright, behavior, judgesFrames: true).times()
        times[duration] = new
        return new
    }

    private func findDisplay() async -> Bool {
        if let knowsItsDisplay { return knowsItsDisplay }
        let knows = await run(on: upright).knowsItsDisplay()
        knowsItsDisplay = knows
        return knows
    }
}

extension KeyboardScenario {
    /// The orientations that the device has in the scenario.
    fileprivate var orientations: Set<SimulatedScreen.Orientation> {
        var orientations: Set = [orientation]
        for case .rotate(let orientation) in steps { orientations.insert(orientation) }
        return orientations
    }

    /// The durations of transitions in the scenario, and the usual duration.
    fileprivate var durations: Set<Double> {
        var durations: Set = [behavior.duration, SimulatedKeyboard.Behavior().duration]
        for case .setBehavior(let behavior) in steps { durations.insert(behavior.duration) }
        return durations
    }
}
