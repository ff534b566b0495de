import Foundation
import LinkModel

/// Least size of an object that counts.
let leastBytes = 100_000
let seeds: ClosedRange<UInt64> = 1...50

/// The machine that the rows were measured on: netem on the sender's own interface in
/// user-mode-linux, whose kernel counts a hundred jiffies a second.
var options = TCPOptions()
options.tick = .milliseconds(10)
options.sendBuffer = .userModeLinux
options.isNetemOnSender = ProcessInfo.processInfo.environment["REMOTE"] == nil

if let name = ProcessInfo.processInfo.environment["ONE"] {
    for row in try CalibrationRow.read(CommandLine.arguments[1]) where row.name == name {
        for test in try CalibrationCase.cases(of: row) {
            let flows = try TransferRun.times(of: test.plan, over: test.profile, options: options, seed: 1)!
            for f in flows { print(test.plan.parallel, f.objects.map { $0.lastByte }, f.statistics) }
        }
    }
    exit(0)
}

func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
func figure(_ value: Double) -> String { String(format: "%.3f", value) }
func percent(_ value: Double) -> String { String(format: "%.1f %%", value * 100) }

var clean: [Double] = []
var lossy: [Double] = []
for path in CommandLine.arguments.dropFirst() {
    for row in try CalibrationRow.read(path) {
        for test in try CalibrationCase.cases(of: row) {
            let model = try test.modelled(seeds: seeds, options: options)
            for (index, bytes) in test.plan.objects.enumerated() {
                let measured = test.measured[index]
                let ratio = model[index].median / measured.median
                print(
                    row.name.padding(toLength: 18, withPad: " ", startingAt: 0),
                    pad("\(test.plan.parallel)×", 3), pad("\(bytes)", 9),
                    pad("\(measured.count)", 3),
                    pad(figure(measured.min()!), 8), pad(figure(measured.median), 8),
                    pad(figure(measured.max()!), 8), "|",
                    pad(figure(model[index].quantile(0.1)), 8), pad(figure(model[index].median), 8),
                    pad(figure(model[index].quantile(0.9)), 8), pad(figure(ratio), 7))
                guard bytes >= leastBytes else { continue }
                if test.hasLoss {
                    lossy.append(abs(ratio - 1))
                } else {
                    clean.append(abs(ratio - 1))
                }
            }
        }
    }
}
print("loss-free", percent(clean.median), "worst", percent(clean.max() ?? 0))
print("lossy", percent(lossy.median), "worst", percent(lossy.max() ?? 0))
