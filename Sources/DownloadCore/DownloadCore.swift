// DownloadCore
