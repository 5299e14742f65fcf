import { expect, it } from '@jest/globals';
import { hasSecondSnippet, withoutSnippetLine } from './second-snippet.ts';

const ID = '9caae5d9-c8f1-45d6-a4d7-f3e59e8a1d24';
const URL = `~/${ID}-0.js`;
const OWN = `(function(){try{var e=globalThis,t=new e.Error().stack;t&&(e._sentryDebugIds[t]=\`${ID}\`,e._sentryDebugIdIdentifier=\`sentry-dbid-${ID}\`)}catch{}})();pay();`;
const BEFORE = `;!function(){try{var e="undefined"!=typeof window?window:"undefined"!=typeof global?global:"undefined"!=typeof globalThis?globalThis:"undefined"!=typeof self?self:{},n=(new e.Error).stack;n&&(e._sentryDebugIds=e._sentryDebugIds||{},e._sentryDebugIds[n]="${ID}",e._sentryDebugIdIdentifier="sentry-dbid-${ID}")}catch(e){}}();\n`;

it.each([
  ['a copy with two snippets', BEFORE + OWN, URL, true],
  ['a copy as the plugin built it', OWN, URL, false],
  ['a copy with one snippet', `${BEFORE}pay();`, URL, false],
  ['a file that browsers get', BEFORE + OWN, '~/assets/app.js', false],
])('hasSecondSnippet answers correctly for %s: %#', (_, source, url, expected) => {
  expect(hasSecondSnippet(source, url)).toBe(expected);
});

it('withoutSnippetLine removes the added line from a map that has one', () => {
  const map = { version: 3, sourcesContent: ['"mappings":";'], mappings: ';AAAA;AACA' };
  expect(JSON.parse(withoutSnippetLine(JSON.stringify(map)))).toEqual({
    ...map,
    mappings: 'AAAA;AACA',
  });
  const unmoved = JSON.stringify({ mappings: 'AAAA;AACA' });
  expect(withoutSnippetLine(unmoved)).toBe(unmoved);
});
