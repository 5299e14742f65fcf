import { expect, test } from '@jest/globals';
import { KeptColours } from './kept-colours.ts';

function keep(): { readonly kept: KeptColours; readonly coloured: string[] } {
  const coloured: string[] = [];
  const kept = new KeptColours((lines, language) => {
    coloured.push(`${language} ${lines.join('|').slice(0, 9)}`);
    return [[lines.length]];
  });
  return { kept, coloured };
}

test('KeptColours colours the same lines of the same language once', () => {
  const { kept, coloured } = keep();
  expect(kept.find(['a', 'b'], 'python')).toEqual([[2]]);
  expect(kept.find(['a', 'b'], 'python')).toEqual([[2]]);
  kept.find(['a|b'], 'python');
  kept.find(['a', 'b'], 'ruby');
  expect(coloured).toEqual(['python a|b', 'python a|b', 'ruby a|b']);
});

test('KeptColours forgets what was used longest ago, and keeps no long code', () => {
  const { kept, coloured } = keep();
  kept.find(['first'], 'go');
  for (let line = 0; line < 1000; line += 1) {
    kept.find(['used'], 'go');
    kept.find([`line ${line}`], 'go');
  }
  coloured.length = 0;
  kept.find(['used'], 'go');
  kept.find(['first'], 'go');
  expect(coloured).toEqual(['go first']);
  const long = ['x'.repeat(5000)];
  kept.find(long, 'go');
  kept.find(long, 'go');
  expect(coloured).toHaveLength(3);
});
