// HLSDownload
