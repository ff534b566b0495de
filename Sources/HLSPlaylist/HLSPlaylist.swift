// HLSPlaylist
