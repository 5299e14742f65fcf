export { AssetArchive } from './archive/asset-archive.ts';
export type { BuiltAsset, FoundAsset } from './archive/asset-archive.ts';
export { CachedAssetArchive } from './archive/cached-asset-archive.ts';
export { FolderAssetArchive } from './archive/folder-asset-archive.ts';
export type { AssetEncoding } from './asset-form.ts';
export { AssetKeeper } from './asset-keeper.ts';
export { listBuiltAssets } from './built-assets.ts';
export { keptAssets } from './kept-assets.ts';
