import HTTPTypes
import Scenarios

extension OriginRequest {
    init(_ head: HTTPRequest) {
        var headers: [String: [String]] = [:]
        for field in head.headerFields {
            headers[field.name.canonicalName, default: []].append(field.value)
        }
        self.init(method: head.method.rawValue, target: head.path ?? "/", headers: headers)
    }
}
