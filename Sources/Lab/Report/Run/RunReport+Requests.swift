internal import FixtureOrigin
internal import Scenarios

// Every request, as the engine had it and as the origin did.
extension RunReport {
    private static let mostRows = 120

    var requestsPart: [Markup] {
        let requests = chronicle.requests
        guard !requests.isEmpty else {
            return [.element("h2", [:], "Requests"), .element("p", [:], "None was made.")]
        }
        let entries = OriginEntries(record, begin: circumstances.originSeconds).entries(
            for: requests)
        let shown = shown(requests)
        let chart = TimeRows(
            description: "\(shown.count) requests over time, one row each: waiting for the answer, "
                + "then the body as it came.",
            axis: timeAxis, rows: shown.map { row($0, entries[$0.number - 1]) })
        let total = requests.count + chronicle.requestsUntold
        let choice =
            shown.count < total
            ? "\(shown.count) of \(total) requests are drawn: those that had trouble, then the first "
                + "of the others. session.har has "
                + (chronicle.requestsUntold > 0 ? "the first \(requests.count)." : "all of them.")
            : "All \(total) requests, in the order in which they were sent."
        return [
            .element("h2", [:], "Requests"), .element("p", [:], choice),
            TimeRows.legend([
                (.open, "waits for the answer"), (.solid, "body arrives"),
                (.hatched, "body of what only the player wanted"),
                (.dotted, "silence of two seconds and more"), (.crossed, "failed or refused"),
                (.line, "pause before the next attempt"),
            ]), .wide("Waterfall of requests", chart.svg),
        ] + troubles(shown.filter(\.hadTrouble), entries) + interruptions + remarks
    }

    /// Those with trouble first, the others while there is room; in the order of their numbers.
    private func shown(_ requests: [ChronicleRequest]) -> [ChronicleRequest] {
        guard requests.count > Self.mostRows else { return requests }
        let chosen =
            requests.filter(\.hadTrouble).prefix(Self.mostRows)
            + requests.filter { !$0.hadTrouble }
        return chosen.prefix(Self.mostRows).sorted { $0.number < $1.number }
    }

    private func row(
        _ request: ChronicleRequest, _ entry: RecordLine?
    ) -> TimeRows.Row {
        let end = (request.endedAt ?? chronicle.end) / .seconds(1)
        let sent = request.sentAt / .seconds(1)
        let head = request.headAt.map { $0 / .seconds(1) } ?? end
        let isRefused = request.hadTrouble
        let style: TimeRows.Style =
            isRefused ? .crossed : request.isForGuest ? .hatched : .solid
        var bars = [
            TimeRows.Bar(
                from: sent, to: head, style: .open,
                title: "waits \(Figures.seconds(head - sent)) for the answer")
        ]
        if request.headAt != nil || isRefused {
            bars.append(
                TimeRows.Bar(
                    from: head, to: end, style: style, title: note(request, entry, isFull: true)))
        }
        bars += request.silences.map { silence in
            let (from, to) = (silence.start / .seconds(1), silence.end / .seconds(1))
            return .init(
                from: from, to: to, style: .dotted,
                title: "nothing came for \(Figures.seconds(to - from))")
        }
        if let pause = request.pause, request.endedAt != nil {
            let length = pause / .seconds(1)
            bars.append(
                .init(
                    from: end, to: min(end + length, seconds), style: .line,
                    title: "pause of \(Figures.seconds(length)): \(request.trouble ?? "")"))
        }
        let label = request.path + (request.attempt > 1 ? " (\(request.attempt))" : "")
        return TimeRows.Row(
            label: label,
            title: "\(request.number): \(label); " + note(request, entry, isFull: true),
            bars: bars, note: note(request, entry, isFull: false))
    }

    private func note(
        _ request: ChronicleRequest, _ entry: RecordLine?, isFull: Bool
    ) -> String {
        var words: [String] = []
        if let status = request.status { words.append("\(status)") }
        if isFull, let part = entry?.part { words.append(part) }
        words.append(Figures.bytes(request.bytes))
        if let end = request.endedAt {
            words.append(Figures.seconds((end - request.sentAt) / .seconds(1)))
        }
        if let fault = entry?.fault { words.append("fault: \(fault)") }
        switch request.ending {
        case .failed(let reason): words.append(isFull ? "failed: \(reason)" : "failed")
        case .aborted: words.append("given up")
        case .open: words.append("not ended")
        case .whole, .dismissed: break
        }
        if isFull {
            if let range = request.range { words.append(range) }
            if let trouble = request.trouble { words.append("again, because: \(trouble)") }
        }
        return words.joined(separator: " · ")
    }

    /// The waterfall's troubles in words.
    private func troubles(
        _ requests: [ChronicleRequest], _ entries: [RecordLine?]
    ) -> [Markup] {
        guard !requests.isEmpty else { return [] }
        let rows = requests.map { request in
            let entry = entries[request.number - 1]
            var reason = request.trouble ?? ""
            if reason.isEmpty, case .failed(let words) = request.ending { reason = words }
            if reason.isEmpty, let status = request.status { reason = "status \(status)" }
            return HTMLTable.Row([
                "\(Figures.seconds(request.sentAt / .seconds(1)))", "\(request.path)",
                "\(request.attempt)", "\(entry?.fault ?? "none planned")",
                "\(reason)", "\(request.pause.map { Figures.seconds($0 / .seconds(1)) } ?? "none")",
            ])
        }
        return [
            .element("h3", [:], "Trouble"),
            HTMLTable(
                caption: "Requests that had trouble",
                heads: ["sent at", "path", "attempt", "fault", "what the engine saw", "pause"],
                rows: rows
            ).markup,
        ]
    }

    /// What happened from outside, as the scenario has it.
    private var interruptions: [Markup] {
        guard let happened = summary.interruptions, !happened.isEmpty else { return [] }
        let rows = happened.map { one in
            HTMLTable.Row([
                "\(one.at.map(Figures.seconds) ?? "never")",
                "\(one.until.map(Figures.seconds) ?? "")",
                "\(one.what)\(one.value.map { " (\($0))" } ?? "")",
            ])
        }
        return [
            .element("h3", [:], "Interruptions"),
            HTMLTable(
                caption: "What happened from outside", heads: ["from", "until", "what"], rows: rows
            ).markup,
        ]
    }

    /// What befell the download as a whole.
    private var remarks: [Markup] {
        guard !chronicle.remarks.isEmpty else { return [] }
        let rows = chronicle.remarks.map { remark in
            HTMLTable.Row([
                "\(Figures.seconds(remark.at / .seconds(1)))", "\(remark.words)",
            ])
        }
        return [
            .element("h3", [:], "Besides"),
            HTMLTable(caption: "What befell the download", heads: ["at", "what"], rows: rows)
                .markup,
        ]
    }
}
