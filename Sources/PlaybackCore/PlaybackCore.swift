// PlaybackCore
