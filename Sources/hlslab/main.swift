print("hlslab")
