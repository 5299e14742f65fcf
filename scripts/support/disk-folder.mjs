import { tmpdir } from 'node:os';

/** For temporary files that are to be on the disk, also in specs, whose others are in memory (`test/global-setup.mjs`). */
export function diskFolder() {
  return process.env['ERRATA_SPECS_DISK'] ?? tmpdir();
}
