/// Why a package could not be read. Names the package, and the file in it where it is one.
public struct PackageReadingError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Fault: Sendable, Hashable {
        /// There is nothing at the path.
        case missing
        /// There is something else than a folder at the path.
        case notAFolder
        /// The folder has neither a manifest nor the XML of a package.
        case notAPackage
        /// The system does not let it be read, or it is no regular file; in words.
        case unreadable(String)
        /// The file's content is not what it has to be; in words.
        case malformed(String)
        /// A name in the file leads out of the package, or means nothing.
        case unsafeName(String, reason: String)
        /// The file was written by a version of this library that is not known here.
        case unknownFormat(String)
    }

    /// Path of the package as it was given.
    public var package: String
    /// The file, relative to the package; nil when the package as a whole is meant.
    public var file: String?
    public var fault: Fault

    /// Makes one from its properties.
    public init(package: String, file: String? = nil, fault: Fault) {
        self.package = package
        self.file = file
        self.fault = fault
    }

    init(package: String, file: String, _ fault: PackageFileFault) {
        self.init(package: package, file: file, fault: .unreadable("it \(fault)"))
    }
}

extension PackageReadingError: CustomStringConvertible {
    /// One line: what was attempted, why it failed, what to do.
    public var description: String {
        let place = file.map { "\($0) of " } ?? ""
        return "cannot read \(place)the package '\(package)': \(reason)"
    }

    /// Without the name of the package.
    var reason: String {
        switch fault {
        case .missing: "it is not there"
        case .notAFolder: "it is no folder"
        case .notAPackage:
            "it has neither manifest.json nor boot.xml; name the folder that they lie in"
        case .unreadable(let why): why
        case .malformed(let why): "\(why); download it again"
        case .unsafeName(let name, let reason):
            "'\(name)' is no name inside the package: \(reason); do not trust this package"
        case .unknownFormat(let format):
            "its format is '\(format)', and this version knows "
                + "'\(PackageManifest.currentFormat)'; use a newer one"
        }
    }
}
