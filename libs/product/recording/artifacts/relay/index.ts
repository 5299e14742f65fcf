import { artifactLimits, type Job } from '#shared';
import { inShortSteps, inSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { BundleStore, ChunkStore, MissStore } from '../index.ts';
import { assembleNext, type AssemblyParts } from './assemble.ts';
import { unpackInThread } from './unpack-in-thread.ts';

export interface ArtifactJobParts
  extends JobTimes, Omit<AssemblyParts, 'unpack' | 'artifactBundles' | 'artifactChunks'> {
  readonly artifactChunks: AssemblyParts['artifactChunks'] & Pick<ChunkStore, 'removeUnneeded'>;
  readonly artifactBundles: AssemblyParts['artifactBundles'] & Pick<BundleStore, 'removeUnneeded'>;
  readonly artifactMisses: Pick<MissStore, 'removeOld'>;
}

export function artifactJobs(parts: ArtifactJobParts): readonly Job[] {
  const { artifactBundles, artifactChunks, artifactMisses, clock, pause } = parts;
  return [
    // The interval decides how soon a waiting client learns that its upload is finished.
    {
      name: 'artifacts',
      everyMs: 1000,
      run: (signal) =>
        inSteps(() => assembleNext({ ...parts, unpack: unpackInThread }, signal), {
          pause,
          signal,
        }),
    },
    inShortSteps(
      {
        name: 'left-artifacts',
        ...seldom,
        step: (nowMs) => artifactChunks.removeUnneeded(nowMs - artifactLimits.waitingMs),
      },
      { clock, pause },
    ),
    inShortSteps(
      {
        name: 'old-artifacts',
        ...seldom,
        step: (nowMs) => artifactBundles.removeUnneeded(nowMs),
      },
      { clock, pause },
    ),
    inShortSteps(
      { name: 'old-misses', ...seldom, step: (nowMs) => artifactMisses.removeOld(nowMs) },
      { clock, pause },
    ),
  ];
}

export { EventMaps } from './event-maps.ts';
export { explainPayload } from './explain-payload.ts';
