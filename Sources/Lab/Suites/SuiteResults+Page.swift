extension SuiteResults {
    /// The overview as one HTML file.
    package var page: String { SuiteReport(results: self).page.text }
}
