import { type Capability, storeOf } from '#persistence/stores';
import { byToken } from '#product/people/audit/rules';
import { ArtifactStore } from './artifact.store.ts';
import { MissStore } from './miss.store.ts';
import { NearMissStore } from './near-miss.store.ts';
import { noteMisses } from './note-misses.ts';
import { removeArtifactsOfProject } from './remove-artifacts.ts';
import { tables } from './artifact.tables.ts';
import { BundleStore } from './bundle.store.ts';
import { ChunkStore } from './chunk.store.ts';
import { createArtifacts } from './migrations/0034-create-artifacts.ts';
import { shareRoomForChunks } from './migrations/0064-share-room-for-chunks.ts';
import { seekEarlierEvents } from './migrations/0036-seek-earlier-events.ts';

export const artifacts = {
  tables,
  migrations: [createArtifacts, seekEarlierEvents, shareRoomForChunks],
  stores: {
    artifacts: storeOf(ArtifactStore),
    artifactBundles: storeOf(BundleStore),
    artifactChunks: storeOf(ChunkStore),
    artifactMisses: storeOf(MissStore),
    nearMisses: storeOf(NearMissStore),
  },
  recording: [noteMisses],
  projectRemoval: [removeArtifactsOfProject],
  auditTexts: {
    'source-maps.added': (told) => `uploaded source maps${told.inProject}${byToken(told)}`,
    'source-maps.removed': ({ project }) => `removed an upload of source maps of ${project}`,
  },
} as const satisfies Capability;
