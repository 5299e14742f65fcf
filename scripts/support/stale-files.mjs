import { readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the files that a build has not written again, and folders that become empty. Leaves the
 * folders named by `except` as they are.
 */
export function removeStaleFiles(folder, beforeMs, { except = [] } = {}) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (except.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeStaleFiles(path, beforeMs);
    else if (statSync(path).mtimeMs < beforeMs) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
