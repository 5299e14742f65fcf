import type { SpoolFile } from '../../src/spool/file/spool-file.ts';

/** Leaves no room on the disk for the bodies of a spool. Returns what makes some. */
export function fillDiskOf({ segments }: SpoolFile): () => void {
  const { write } = segments;
  segments.write = () => {
    const code = 'ENOSPC';
    throw Object.assign(new Error(`${code}: no space left on device, write`), { code });
  };
  return () => (segments.write = write);
}
