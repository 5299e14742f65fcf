import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const features = join(import.meta.dirname, '../apps/renderer/src/features');

it('views that follow changes say when these cannot be loaded', () => {
  const following = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => ({ path, text: readFileSync(join(features, path), 'utf8') }))
    .filter(({ text }) => /use(?:Live|Poll)\(/.test(text));
  const silent = following.filter(({ text }) => !/isFailing|<Live\b/.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
  expect(following.length).toBeGreaterThan(6);
});
