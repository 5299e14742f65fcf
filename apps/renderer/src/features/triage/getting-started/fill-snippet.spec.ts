import { expect, it } from '@jest/globals';
import { codeColours } from '#shared';
import { fillSnippet } from './fill-snippet.ts';

const VALUES = { known: { __DSN__: 'http://a@b/1' }, open: { __RELEASE__: 'web@1.0.0' } };

function colour(file: string, code: string, language: string): string {
  const { code: filled, colours } = fillSnippet({ file, code }, language, VALUES);
  let [said, at] = ['', 0];
  for (let run = 0; run < colours.length; run += 2) {
    const name = codeColours[colours[run]!]!;
    const text = filled.slice(at, at + colours[run + 1]!);
    said += name === 'plain' ? text : `<${name} ${text}>`;
    at += text.length;
  }
  return said + filled.slice(at);
}

it.each([
  [
    'app.js',
    "init({\n  dsn: '__DSN__',\n  release: '__RELEASE__', // why\n});",
    "<function init>({\n  dsn: <string '>http://a@b/1<string '>,\n  release: <string '><comment web@1.0.0><string '>, <comment // why>\n});",
  ],
  ['.env', 'DSN=__DSN__\nRELEASE=__RELEASE__', 'DSN=http://a@b/1\nRELEASE=<comment web@1.0.0>'],
  ['Terminal', 'npm run __KEPT__', 'npm run __KEPT__'],
])('fillSnippet writes what is known in ink and the rest faint, in %s', (file, code, coloured) => {
  expect(colour(file, code, 'javascript')).toBe(coloured);
});
