// Prints the notes of a release: `node scripts/release-notes.mjs v1.2.3`. Fails when the tag,
// package.json and CHANGELOG.md do not agree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReleaseNotes } from './support/changelog.mjs';
import { runCommand } from './support/failure.mjs';
import { write } from './support/output.mjs';
import { root } from './support/root.mjs';

await runCommand(async () => {
  const read = (name) => readFileSync(join(root, name), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  write(readReleaseNotes({ tag: process.argv[2] ?? '', version, changelog: read('CHANGELOG.md') }));
});
