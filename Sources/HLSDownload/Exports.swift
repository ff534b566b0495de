// What is asked for and what was chosen are values of DownloadCore, what a playback tells are values of
// PlaybackCore: whoever downloads and plays sees them.
@_exported public import DownloadCore
@_exported public import PlaybackCore
