import ArgumentParser
import Lab

/// Which library a command is for.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder of libraries; without it hlslab/library in the folder for a person's data "
                + "(XDG_DATA_HOME, else ~/.local/share).",
            valueName: "folder"))
    var library: String?

    @Option(
        help: ArgumentHelp(
            "The library in that folder: the identifier of the session that keeps it; without it "
                + "'\(PackageLibrary.defaultSession)'.",
            valueName: "name"))
    var session: String?

    func open(_ workbench: Workbench) throws -> PackageLibrary {
        try workbench.library(library, session: session)
    }
}
