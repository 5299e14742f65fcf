import { type Capability, storeOf } from '#persistence/stores';
import { ArtifactStore } from './artifact.store.ts';
import { MissStore } from './miss.store.ts';
import { NearMissStore } from './near-miss.store.ts';
import { noteMisses } from './note-misses.ts';
import { tables } from './artifact.tables.ts';
import { BundleStore } from './bundle.store.ts';
import { ChunkStore } from './chunk.store.ts';
import { createArtifacts } from './migrations/0034-create-artifacts.ts';
import { seekEarlierEvents } from './migrations/0036-seek-earlier-events.ts';

export const artifacts = {
  tables,
  migrations: [createArtifacts, seekEarlierEvents],
  stores: {
    artifacts: storeOf(ArtifactStore),
    artifactBundles: storeOf(BundleStore),
    artifactChunks: storeOf(ChunkStore),
    artifactMisses: storeOf(MissStore),
    nearMisses: storeOf(NearMissStore),
  },
  recording: [noteMisses],
} as const satisfies Capability;
