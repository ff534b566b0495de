/// How one direction of a link changes by itself, from the link's first moment on.
package struct LinkTimeline: Sendable, Hashable {
    /// A stretch of time and all that holds during it.
    package struct Step: Sendable, Hashable {
        /// More than nothing.
        package var length: Duration
        package var direction: LinkDirection

        package init(length: Duration, direction: LinkDirection) {
            self.length = length
            self.direction = direction
        }
    }

    /// Nothing changes.
    package static let constant = LinkTimeline()

    /// When empty, the direction of the link holds at all times.
    package var steps: [Step]
    /// Whether the steps begin anew after the last one; otherwise the last one stays.
    package var repeats: Bool
    package var outages: [LinkOutage]

    package init(steps: [Step] = [], repeats: Bool = false, outages: [LinkOutage] = []) {
        self.steps = steps
        self.repeats = repeats
        self.outages = outages
    }
}

extension LinkProfile {
    /// What holds in a direction while the timeline has no steps.
    package func direction(_ heading: LinkHeading) -> LinkDirection {
        heading == .down ? down : up
    }

    /// The changes of a direction over time.
    package func timeline(_ heading: LinkHeading) -> LinkTimeline {
        LinkTimeline(
            steps: steps.map {
                LinkTimeline.Step(
                    length: $0.length, direction: heading == .down ? $0.down : $0.up)
            },
            repeats: stepsRepeat, outages: outages)
    }
}
