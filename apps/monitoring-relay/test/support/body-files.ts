import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function listBodyFiles(dataDir: string): string[] {
  const root = join(dataDir, 'spool');
  return (readdirSync(root, { recursive: true }) as string[]).filter((path) =>
    /[/\\]bodies[/\\]/.test(path),
  );
}
