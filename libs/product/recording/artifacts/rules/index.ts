export { buildMapTable } from './map-table/building/build-map-table.ts';
export { findDebugId, findMapReference, readInlineMap } from './map-table/comments/map-comments.ts';
export { TableFault } from './map-table/format/table-fault.ts';
export { MapFault } from './map-table/parsing/map-fault.ts';
export type { SourceContext } from './map-table/reading/content-lines.ts';
export { MapTable } from './map-table/reading/map-table.ts';
export type { MapFacts, OriginalPosition } from './map-table/reading/map-table.ts';
export { inMemory } from './map-table/reading/table-bytes.ts';
export type { TableBytes } from './map-table/reading/table-bytes.ts';
export { BundleFault, NoRoom } from './bundle/bundle-fault.ts';
export { readManifest } from './bundle/bundle-manifest.ts';
export type { BundledFile } from './bundle/bundle-manifest.ts';
export { toDebugId } from './map-table/debug-id.ts';
export { hasSecondSnippet, withoutSnippetLine } from './bundle/second-snippet.ts';
export {
  findMapOfAddress,
  findMapOfDebugId,
  listAddresses,
  listMapAddresses,
} from './find-artifact.ts';
export type { FoundMap } from './find-artifact.ts';
export type { ExplainedMiss, MissedFile } from './explain-miss.ts';
export { listMissedFiles } from './missed-files.ts';
export { readsDebugIds } from './reads-debug-ids.ts';
export { isChecksum } from './bundle/checksum.ts';
export type { BundleAnswer, ChunkEnd } from './artifact.types.ts';
