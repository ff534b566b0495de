import Foundation
import LinkModel

// Plays the rows of files with measured downloads in the model and prints how far it is off.
// Exits 1 when a floor is missed, 64 when it is not told a file.

let files = CommandLine.arguments.dropFirst()
guard !files.isEmpty else {
    FileHandle.standardError.write(Data("usage: LinkCalibration FILE.jsonl …\n".utf8))
    exit(64)
}

/// The machine that such rows are measured on: netem on the sender's own interface, without
/// segmentation offload, in user-mode-linux, whose kernel counts a hundred jiffies a second.
var options = TCPOptions()
options.tick = .milliseconds(10)
options.isNetemOnSender = true
options.sendBuffer = .userModeLinux

var table = CalibrationTable(options: options)
CalibrationTable.printHeader()
for file in files {
    for row in try CalibrationRow.read(file) { try table.add(row) }
}
exit(table.conclude() ? 0 : 1)
