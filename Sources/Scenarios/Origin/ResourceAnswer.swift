/// The healthy answer to GET or HEAD of a resource that exists (RFC 9110, 13.2.2 gives the order).
struct ResourceAnswer {
    let resource: OriginResource
    let request: OriginRequest

    var plan: ResponsePlan {
        let whole = 0..<resource.length
        let conditions = RequestConditions(request: request)
        // A server ignores Range with any other method than GET (RFC 9110, 14.2). Ranges are never
        // combined with compression, so a request that has one gets the bytes as they are.
        let wantsRange = request.method == "GET" && request.headers["range"] != nil
        if !wantsRange, let length = resource.gzipLength, conditions.acceptsGzip {
            return answer(
                conditions, tag: resource.gzipEntityTag, representation: .gzip, of: length,
                range: .whole, part: resource.part(at: whole))
        }
        let counts =
            wantsRange
            && conditions.allowsRange(
                entityTag: resource.entityTag, lastModified: resource.lastModified)
        let range = ByteRangeRequest(
            parsing: counts ? request.header("range") : nil, length: resource.length)
        var asked = whole
        if case .single(let range) = range { asked = range }
        return answer(
            conditions, tag: resource.entityTag, representation: .identity, of: resource.length,
            range: range, part: resource.part(at: asked))
    }

    private func answer(
        _ conditions: RequestConditions, tag: String, representation: ResponsePlan.Representation,
        of length: Int, range: ByteRangeRequest, part: OriginPart?
    ) -> ResponsePlan {
        var plan: ResponsePlan
        if conditions.isNotModified(entityTag: tag, lastModified: resource.lastModified) {
            plan = .init(status: 304, headers: validators(tag))
        } else {
            plan = content(tag: tag, representation: representation, of: length, range: range)
        }
        plan.part = part
        return plan
    }

    private func content(
        tag: String, representation: ResponsePlan.Representation, of length: Int,
        range: ByteRangeRequest
    ) -> ResponsePlan {
        var headers: [ResponsePlan.Header] = [.init("Content-Type", .text(resource.contentType))]
        if representation == .gzip { headers.append(.init("Content-Encoding", .text("gzip"))) }
        headers.append(.init("Accept-Ranges", .text("bytes")))
        headers += validators(tag)
        switch range {
        case .whole:
            return plan(200, headers, representation, 0..<length)
        case .single(let range):
            let field = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            headers.append(.init("Content-Range", .text(field)))
            return plan(206, headers, representation, range)
        case .unsatisfiable:
            var plan = ResponsePlan.message(416)
            plan.headers.append(.init("Content-Range", .text("bytes */\(length)")))
            return plan
        }
    }

    private func plan(
        _ status: Int, _ headers: [ResponsePlan.Header],
        _ representation: ResponsePlan.Representation, _ range: Range<Int>
    ) -> ResponsePlan {
        .init(
            status: status, headers: headers,
            body: .resource(path: resource.path, representation: representation, range: range),
            declaredLength: range.count)
    }

    /// What 200, 206 and 304 have in common (RFC 9110, 15.4.5). Everything is on demand and never
    /// changes, so a minute for playlists and a day for media are as good as any.
    private func validators(_ tag: String) -> [ResponsePlan.Header] {
        let isPlaylist = resource.holdings.first?.part.isPlaylist ?? false
        var headers: [ResponsePlan.Header] = [
            .init("ETag", .text(tag)),
            .init("Last-Modified", .text(HTTPDate(seconds: resource.lastModified).text)),
            .init("Cache-Control", .text(isPlaylist ? "max-age=60" : "max-age=86400")),
        ]
        if resource.gzipLength != nil { headers.append(.init("Vary", .text("Accept-Encoding"))) }
        return headers
    }
}
