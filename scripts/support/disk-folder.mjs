import { tmpdir } from 'node:os';

/**
 * Returns the folder for temporary files that have to be on a disk. In specs, `tmpdir()` is in
 * memory (`test/global-setup.mjs`).
 */
export function diskFolder() {
  return process.env['ERRATA_SPECS_DISK'] ?? tmpdir();
}
