import LinkModel
import Testing

/// Times of Linux 6.1.176 (cubic, in user-mode-linux) for 500,000 bytes over netem of 20 Mbit/s and
/// 50 ms each way, while `act_gact` (`random determ drop k`) on the receiver's interface dropped every
/// k-th full packet: the same packets are lost in the model, so that nothing is left to chance.
@Suite struct `Every k-th packet lost` {
    static let measured: [(every: Int, seconds: Double)] = [
        (20, 6.646), (33, 3.860), (50, 1.784), (60, 1.226), (77, 0.850), (90, 0.749),
        (110, 0.777), (130, 0.676), (150, 0.700), (180, 0.632), (200, 0.640), (220, 0.652),
        (250, 0.670), (280, 0.691), (310, 0.710),
    ]

    private func seconds(losingEvery every: Int) throws -> Double {
        var options = TCPOptions()
        options.tick = .milliseconds(10)
        options.isNetemOnSender = true
        options.sendBuffer = .userModeLinux
        // SYN-ACK and the acknowledgement of the request come before the first full packet.
        let pattern = (0..<2000).map { $0 >= 2 && ($0 - 1) % every == 0 }
        let rate = LinkRate.bitsPerSecond(20_000_000)
        let profile = LinkProfile(
            id: "drops", name: "Drops",
            down: LinkDirection(
                rate: rate, delay: .milliseconds(50), loss: .pattern(pattern), queuePackets: 1000),
            up: LinkDirection(rate: rate, delay: .milliseconds(50), queuePackets: 1000))
        let times = try TransferRun.times(
            of: TransferPlan(objects: [500_000]), over: profile, options: options, seed: 1)
        return try #require(times)[0].objects[0].lastByte / .seconds(1)
    }

    @Test func `takes as long as with the kernel`() throws {
        var errors: [Double] = []
        for (every, kernel) in Self.measured {
            let error = abs(try seconds(losingEvery: every) / kernel - 1)
            #expect(error < 0.10, "every \(every)-th: off by \(error)")
            errors.append(error)
        }
        #expect(errors.sorted()[errors.count / 2] < 0.02, "\(errors)")
    }
}
