import type { SpoolFile } from '../../src/spool/file/spool-file.ts';

/**
 * Makes writes to the spool's segments fail with ENOSPC. Returns a function that lets the writes
 * succeed again.
 */
export function fillDiskOf({ segments }: SpoolFile): () => void {
  const { write } = segments;
  segments.write = () => {
    const code = 'ENOSPC';
    throw Object.assign(new Error(`${code}: no space left on device, write`), { code });
  };
  return () => (segments.write = write);
}
