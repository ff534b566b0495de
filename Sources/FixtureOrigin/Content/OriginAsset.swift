package import Scenarios

/// An asset as an origin holds it: what it consists of and where its bytes are.
package struct OriginAsset: Sendable {
    package let catalog: AssetCatalog
    package let resources: [OriginResource]
    package let content: any OriginContent
}
