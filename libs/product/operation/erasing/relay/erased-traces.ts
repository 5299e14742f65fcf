import type { Job } from '#shared';
import type { ErasureStore } from '../index.ts';

export interface ErasedTraceParts {
  readonly erasures: Pick<ErasureStore, 'findLastErasedMs'>;
  /**
   * Erases the data that reports leave on the disk after they have left the spool. Returns false
   * while such data remains.
   */
  readonly clearSpool: () => boolean;
}

/**
 * Clears the spool after every erasure. Reports that have left the spool may still be on disk and
 * name the erased person.
 */
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
