import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const BUILT = join(import.meta.dirname, '../../../dist/apps/monitoring-relay/src');

/** Files of the bundle that are loaded with `entry`, and packages that are not in it. */
function listLoaded(
  entry: string,
  found = { files: new Set<string>(), packages: new Set<string>() },
) {
  found.files.add(entry);
  const text = readFileSync(join(BUILT, entry), 'utf8');
  for (const [, name] of text.matchAll(/^import (?:[^"']* from )?["']([^"']+)["'];$/gm)) {
    if (name!.startsWith('./')) {
      if (!found.files.has(name!.slice(2))) listLoaded(name!.slice(2), found);
    } else if (!name!.startsWith('node:')) found.packages.add(name!);
  }
  return found;
}

describe('what is built of the relay', () => {
  it('is a few files, with the packages that it stands on', () => {
    const { files, packages } = listLoaded('main.js');
    expect(files.size).toBeLessThan(25);
    for (const name of ['@nestjs/core', '@nestjs/common', 'express', 'kysely', 'rxjs']) {
      expect(packages).not.toContain(name);
    }
  });

  it('has no Nest in the thread that processes, and of packages the driver of SQLite alone', () => {
    const { files, packages } = listLoaded('processing.worker.js');
    expect([...packages]).toEqual(['better-sqlite3']);
    for (const file of files) {
      expect(readFileSync(join(BUILT, file), 'utf8')).not.toContain('@nestjs/');
    }
  });
});
