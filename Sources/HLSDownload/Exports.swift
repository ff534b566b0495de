// What is asked for and what was chosen are values of DownloadCore: whoever downloads sees them.
@_exported public import DownloadCore
