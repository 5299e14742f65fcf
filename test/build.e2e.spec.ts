import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { Command } from './support/command.ts';

const SOURCES = [
  'apps',
  'libs',
  'scripts',
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  '.swcrc',
  'tsconfig.json',
  'tsconfig.build.json',
];

let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'errata-build-'));
  for (const path of SOURCES) cpSync(join(root, path), join(tree, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
});

afterEach(() => rmSync(tree, { recursive: true, force: true }));

async function build(): Promise<{ code: number | null; printed: string }> {
  const command = new Command(process.execPath, ['scripts/build.mjs'], { cwd: tree, env: {} });
  const code = await command.closed;
  return { code, printed: command.output + command.errors };
}

describe('npm run build', () => {
  test.each([
    ['server code', 'libs/shared/src/broken.ts', 'export const broken = {;'],
    ['views for the browser', 'apps/renderer/src/features/issues/views/broken.page.tsx', '<div'],
  ])('fails loudly when the %s does not compile', async (part, path, source) => {
    writeFileSync(join(tree, path), source);

    const { code, printed } = await build();

    expect(code).toBe(1);
    expect(printed).toContain(path.split('/').at(-1));
    expect(printed).toMatch(new RegExp(`errata: Not built: .*${part}`));
  });

  test('fails with the name and the file of each view that pages and files do not agree on', async () => {
    const views = 'apps/renderer/src/features/issues/views';
    renameSync(join(tree, views, 'issue.page.tsx'), join(tree, views, 'forgotten.page.tsx'));

    const { code, printed } = await build();

    expect(code).toBe(1);
    const lines = printed.split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^The view issues/issue\\.page .* no ${views}/issue\\.page`),
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Nothing shows the view issues\/forgotten\.page .*forgotten\.page\.tsx/,
      ),
    );
    expect(printed).toContain('errata: Not built: pages and views do not agree.');
  });
});
