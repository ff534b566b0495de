@testable import Lab
import LinkModel
import Testing

@Suite struct `The linter of imports` {
    static let suspects: [(LinkFormat, String, String)] = [
        (
            .csv, "duration s,rate kbit/s,delay ms\n60,780,200\n",
            "the delay of 200 ms is twice that of '3g-lossy' (100 ms one way) at the same rate of "
                + "780 kbit/s: is it a round trip? then halve it"
        ),
        (
            .webpagetest, "[x]\nbwIn=5000000\nbwOut=1000000\nlatency=14\n",
            "the delay of 7 ms is half of that of 'wpt-cable' (14 ms one way) at the same rate of "
                + "5 Mbit/s: was the latency one way? then double it"
        ),
        (
            .nlc,
            "<plist><dict><key>DownlinkBandwidth</key><integer>6240</integer>"
                + "<key>DownlinkDelay</key><integer>100</integer><key>UplinkBandwidth</key>"
                + "<integer>2640</integer><key>UplinkDelay</key><integer>100</integer></dict></plist>",
            "the rate of 6.24 Mbit/s is eight times that of '3g-lossy' (780 kbit/s) with the same "
                + "delay: were bytes taken for bits, or bits for bytes?"
        ),
        (
            .devtools, "{\"download\": 25000, \"upload\": 12000, \"latency\": 300}",
            "the rate of 200 kbit/s is an eighth of that of 'wpt-3g' (1.6 Mbit/s) with the same "
                + "delay: were bytes taken for bits, or bits for bytes?"
        ),
        (
            .webpagetest, "[x]\nlabel=\"500 KBps\"\nbwIn=500000\nbwOut=500000\nlatency=10\n",
            "the file says 'KBps', which are bytes; the way down is read as 500 kbit/s: is that "
                + "eight times too little?"
        ),
    ]

    @Test(arguments: suspects)
    func `names its evidence`(format: LinkFormat, text: String, warning: String) throws {
        #expect(try imported(text, format).exchange.warnings == [warning])
    }

    @Test func `suspects no profile of its own`() throws {
        for profile in try known() where profile.steps.isEmpty {
            for format in [LinkFormat.nlc, .webpagetest, .devtools] {
                let text = try ProfileExport(profile: profile, format: format).run().text
                let warnings = try imported(text, format, id: profile.id).exchange.warnings
                #expect(warnings.isEmpty, "\(profile.id) as \(format)")
            }
        }
    }
}
