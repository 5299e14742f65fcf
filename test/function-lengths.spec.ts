import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');

/**
 * Maximum lines of a function, with blank lines and comments. The describe blocks of specs are
 * lists, so specs are left out.
 */
const MOST_LINES = 100;

let folder: string;
let config: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-lengths-'));
  config = join(folder, 'oxlint.json');
  await writeFile(
    config,
    JSON.stringify({
      categories: { correctness: 'off' },
      rules: {
        'max-lines-per-function': ['error', { max: MOST_LINES, IIFEs: true }],
      },
    }),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function findLong(...paths: readonly string[]): Promise<string> {
  const args = [oxlint, '-c', config, '--ignore-pattern', '**/*.spec.*', '-f', 'unix', ...paths];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: root });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

test(`no function of the client runtime or an app is longer than ${MOST_LINES} lines`, async () => {
  expect(await findLong('libs/client-runtime', 'apps')).toBe('');
});

test('the check finds a longer function', async () => {
  const file = join(folder, 'long.ts');
  await writeFile(file, `export function long() {\n${'  call();\n'.repeat(MOST_LINES)}}\n`);
  expect(await findLong(file)).toMatch(/`long` has too many lines \(102\)/);
});
