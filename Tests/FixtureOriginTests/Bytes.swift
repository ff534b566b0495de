/// Where bytes depart from what was expected, nil when they do not.
///
/// Comparing long arrays in `#expect` directly would make a failure compute their difference, which
/// takes minutes and starves the tests beside it.
func difference(
    _ bytes: some Collection<UInt8>, _ expected: some Collection<UInt8>
) -> String? {
    for (index, pair) in zip(bytes, expected).enumerated() where pair.0 != pair.1 {
        return "byte \(index) is \(pair.0), expected \(pair.1)"
    }
    return bytes.count == expected.count
        ? nil : "\(bytes.count) bytes, expected \(expected.count)"
}
