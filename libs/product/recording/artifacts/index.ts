export { artifacts } from './store/index.ts';
export { ArtifactStore } from './store/artifact.store.ts';
export type { BuildNames } from './store/artifact.store.ts';
export { BundleStore } from './store/bundle.store.ts';
export type {
  Artifact,
  BundleAnswer,
  BundleFile,
  BundleState,
  BundleRequest,
  ChunkEnd,
  ListedBundle,
  WaitingBundle,
} from './rules/artifact.types.ts';
export { ChunkStore } from './store/chunk.store.ts';
export { MissStore } from './store/miss.store.ts';
export type { CountedMiss } from './store/miss.store.ts';
export { NearMissStore } from './store/near-miss.store.ts';
