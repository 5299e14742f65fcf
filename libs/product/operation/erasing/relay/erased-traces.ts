import type { Job } from '#shared';
import type { ErasureStore } from '../index.ts';

export interface ErasedTraceParts {
  readonly erasures: Pick<ErasureStore, 'findLastErasedMs'>;
  /** Clears the spool of reports that have gone. Returns false where it cannot yet. */
  readonly clearSpool: () => boolean;
}

/** Reports of an erased person that have gone leave the disk at once, those of others with them. */
export function erasedTraceJobs({ erasures, clearSpool }: ErasedTraceParts): readonly Job[] {
  let clearedMs: number | undefined;
  return [
    {
      name: 'erased-traces',
      everyMs: 1000,
      run: async () => {
        const erasedMs = await erasures.findLastErasedMs();
        if (erasedMs === clearedMs) return;
        if (clearSpool()) clearedMs = erasedMs;
      },
    },
  ];
}
