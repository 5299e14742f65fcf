import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../src');

/** Their words are people's own, or an element around them says it. */
const OTHERS = [
  'error.page.tsx',
  'code-region.tsx',
  'issue-row.tsx',
  'issue-headline.tsx',
  'stack-frame.tsx',
  'feedback-row.tsx',
  'issue.feedback.waiting.part.tsx',
  'release.commits.part.tsx',
];

it('Views keep browsers from translating code and what senders sent', () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const views = names.filter((name) => name.endsWith('.tsx') && !name.endsWith('.spec.tsx'));
  const translated = views.filter((name) =>
    /<(?:bdi|code|pre)(?![^>]*translate="no")/.test(readFileSync(join(SOURCES, name), 'utf8')),
  );
  expect(new Set(translated.map((name) => name.split('/').at(-1)))).toEqual(new Set(OTHERS));
});
