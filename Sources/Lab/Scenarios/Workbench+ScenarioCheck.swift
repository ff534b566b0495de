internal import FixtureOrigin
internal import Scenarios

extension Workbench {
    /// Checks scenario files as a run would, without playing them, and beyond the first error.
    package func check(scenarios files: [String]) -> ScenarioCheck {
        ScenarioCheck(files: files.map(check))
    }

    private func check(_ file: String) -> ScenarioCheck.File {
        do throws(ConfigurationError) {
            let document = try ConfigurationDocument.read(file)
            let faults = ScenarioShape.root.faults(document)
            guard faults.isEmpty else { return .init(file, faults) }
            let scenario = try ScenarioLoader.scenario(document, path: file)
            return .init(
                file, name: scenario.name, rule: scenario.rule, mistakes(in: scenario, document))
        } catch {
            return .init(file, [error])
        }
    }

    /// What it names and nobody has, and what does not go together.
    private func mistakes(
        in scenario: Scenario, _ document: ConfigurationNode
    ) -> [ConfigurationError] {
        var mistakes: [ConfigurationError] = []
        func complain(_ node: ConfigurationNode?, _ message: String) {
            mistakes.append((node ?? document).error(message))
        }
        let interruptions = document[ScenarioShape.interruptions.name]?.items ?? []
        do throws(LabError) {
            _ = try linkProfile(scenario.profile)
        } catch {
            complain(document["link"]?["profile"], error.message)
        }
        for (interruption, node) in zip(scenario.interruptions, interruptions) {
            guard case .profile(let name) = interruption.what else { continue }
            do throws(LabError) {
                _ = try linkProfile(name)
            } catch {
                complain(node["profile"], error.message)
            }
        }
        do throws(LabError) {
            let asset = try assetLibrary.load(scenario.asset)
            let nodes = document["faults"]?.items ?? []
            for (fault, node) in zip(scenario.faults, nodes) {
                guard let mistake = Self.mistake(in: fault, of: asset.catalog) else { continue }
                complain(node["stream"], mistake)
            }
        } catch {
            complain(document["asset"], error.message)
        }
        // The rest of what a run looks at, where the names are right.
        if mistakes.isEmpty {
            do throws(LabError) {
                _ = try parts(of: scenario)
                try Self.require(socketsFor: scenario)
            } catch {
                complain(nil, error.message)
            }
        }
        return mistakes
    }
}

extension ConfigurationNode {
    /// The value of a key of a mapping, named by the key; nil when there is none.
    subscript(key: String) -> ConfigurationNode? {
        // What is no mapping has no keys.
        (try? entries())?.known.first { $0.name == key }
    }

    /// The entries of a list; none for what is no list.
    var items: [ConfigurationNode] {
        // What is no list has no entries.
        (try? sequence()) ?? []
    }
}
