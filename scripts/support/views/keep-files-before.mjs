import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the browser files of the build in `before` beside the files of the build in `after`. The
 * running renderer's documents name the older files until the new renderer takes over, or for good
 * when the new renderer does not start. Files of even older builds are left out.
 */
export function keepFilesBefore(before, after) {
  const manifest = join(before, '.vite', 'manifest.json');
  if (!existsSync(manifest)) return;
  const named = readFileSync(manifest, 'utf8');
  for (const file of readdirSync(join(before, 'assets'))) {
    if (!named.includes(`"assets/${file.replace(/\.(?:br|gz)$/, '')}"`)) continue;
    cpSync(join(before, 'assets', file), join(after, 'assets', file), { force: false });
  }
}
