import { expect, test } from '@jest/globals';
import { codeColours } from '#shared';
import { colourCode, MAX_CODE_LENGTH } from './colour-code.ts';

function colour(lines: readonly string[], language: string): readonly string[] | undefined {
  return colourCode(lines, language)?.map((colours, index) => {
    let [said, at] = ['', 0];
    for (let run = 0; run < colours.length; run += 2) {
      const name = codeColours[colours[run]!]!;
      const text = lines[index]!.slice(at, at + colours[run + 1]!);
      said += name === 'plain' ? text : `<${name} ${text}>`;
      at += text.length;
    }
    return said + lines[index]!.slice(at);
  });
}

test('keywords, texts, numbers, calls and comments of a language have their colours', () => {
  expect(colour(['  const n = 4;', 'n && add("<a>&\'", n); // why'], 'typescript')).toEqual([
    '  <keyword const> n = <number 4>;',
    'n && <function add>(<string "<a>&\'">, n); <comment // why>',
  ]);
  expect(colour(['def total(self):', '    return None'], 'python')).toEqual([
    '<keyword def ><function total>(self):',
    '    <keyword return None>',
  ]);
});

test('a text over several lines is coloured in each line, and code within it by its own kind', () => {
  expect(colour(['a = `one', 'two ${b + 1}`'], 'javascript')).toEqual([
    'a = <string `one>',
    '<string two >${b + <number 1>}<string `>',
  ]);
});

test('a comment that began before the first line is coloured as a comment', () => {
  expect(colour([' * Sums prices up.', ' */', 'int n = 0;'], 'java')?.slice(0, 2)).toEqual([
    '<comment  * Sums prices up.>',
    '<comment  */>',
  ]);
});

test('a long line stays plain, and much code or code without any colours has none', () => {
  const long = `const a = "${'x'.repeat(300)}"`;
  expect(colour(['let b', long], 'javascript')).toEqual(['<keyword let> b', long]);
  const many = Array.from({ length: MAX_CODE_LENGTH / 10 }, () => 'let a = 1;');
  expect(colourCode(many, 'javascript')).toBeUndefined();
  expect(colourCode(['a'], 'javascript')).toBeUndefined();
});

test('a language within another language colours no more letters than each line has', () => {
  const lines = ['return (', '  <div className="cart">', '  </div>', ');'];
  const found = colourCode(lines, 'javascript')!;
  for (const [index, runs] of found.entries()) {
    const letters = runs.filter((_, place) => place % 2 === 1).reduce((sum, run) => sum + run, 0);
    expect(letters).toBeLessThanOrEqual(lines[index]!.length);
  }
  expect(colour(lines, 'javascript')?.[1]).toContain('<string "cart">');
});
