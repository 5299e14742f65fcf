import type { StackFrame } from '#shared';
import { expect, test } from '@jest/globals';
import { foldFrames } from './fold-frames.ts';

const app = (name: string, line = 1): StackFrame => ({
  function: name,
  filename: 'src/app.ts',
  line,
  inApp: true,
  contextLine: `${name}();`,
});
const library = (name: string): StackFrame => ({ function: name, inApp: false });

function outline(frames: readonly StackFrame[], kept?: StackFrame): readonly string[] {
  return foldFrames(frames, kept).map((item) =>
    item.kind === 'frame'
      ? String(item.frame.function)
      : item.kind === 'repeats'
        ? `${item.calls} × ${item.times} more`
        : `${item.frames.length} library`,
  );
}

test('a folded stack starts with the newest call', () => {
  expect(outline([app('outer'), app('inner')])).toEqual(['inner', 'outer']);
});

test('runs of library calls fold, each where it stands', () => {
  const frames = [
    library('a'),
    library('b'),
    app('mine'),
    library('c'),
    library('d'),
    library('e'),
  ];
  expect(outline(frames)).toEqual(['3 library', 'mine', '2 library']);
});

test('a single library call does not fold', () => {
  expect(outline([app('mine'), library('throws')])).toEqual(['throws', 'mine']);
});

test('the kept call of a stack never folds, whatever is around it', () => {
  const failing = library('throws');
  const calls = [library('a'), library('b'), failing, library('c'), library('d')];
  expect(outline([app('own'), ...calls], failing)).toEqual([
    '2 library',
    'throws',
    '2 library',
    'own',
  ]);
  const recursion = Array.from({ length: 5 }, () => app('walk'));
  expect(outline(recursion, recursion[0])).toEqual(['walk', 'walk', 'walk', 'walk', 'walk']);
});

test('a recursion shows its newest call and folds its other calls', () => {
  const frames = [app('start'), ...Array.from({ length: 100 }, () => app('walk'))];
  expect(outline(frames)).toEqual(['walk', '1 × 99 more', 'start']);
});

test('calls of one function from other lines are no recursion', () => {
  expect(outline([app('walk', 1), app('walk', 2), app('walk', 3)])).toEqual([
    'walk',
    'walk',
    'walk',
  ]);
});

test('two calls of one place do not fold, since that would be no shorter', () => {
  expect(outline([app('walk'), app('walk')])).toEqual(['walk', 'walk']);
});

test('calls that call each other in a circle fold as one recursion', () => {
  const rounds = Array.from({ length: 40 }, () => [app('odd'), library('apply'), app('even')]);
  const frames = [app('start'), ...rounds.flat(), app('throws')];
  expect(outline(frames)).toEqual(['throws', 'even', 'apply', 'odd', '3 × 39 more', 'start']);
});

test('a recursion folds behind its newest call, even when that call failed', () => {
  const frames = Array.from({ length: 6 }, (_, index) => app(index % 2 === 0 ? 'odd' : 'even'));
  expect(outline(frames, frames.at(-1))).toEqual(['even', 'odd', '2 × 2 more']);
});

test('a stack of library calls alone shows the eight newest calls and folds the others', () => {
  const names = Array.from({ length: 12 }, (_, index) => `call${index}`);
  expect(outline(names.map(library))).toEqual([...names.toReversed().slice(0, 8), '4 library']);
  expect(outline(names.slice(0, 9).map(library))).toHaveLength(9);
  const deep = [library('main'), ...Array.from({ length: 100 }, () => library('parse'))];
  expect(outline(deep)).toEqual(['parse', '1 × 99 more', 'main']);
});

test('a stack with few own calls without code shows the eight library calls nearest to the failing call', () => {
  const own: StackFrame = { function: 'mine', inApp: true };
  const calls = (name: string, count: number): readonly StackFrame[] =>
    Array.from({ length: count }, (_, index) => library(`${name}${index}`));
  const frames = [...calls('outer', 10), own, ...calls('inner', 3)];
  expect(outline(frames, own)).toEqual([
    'inner2',
    'inner1',
    'inner0',
    'mine',
    'outer9',
    'outer8',
    'outer7',
    'outer6',
    'outer5',
    '5 library',
  ]);
  const many = Array.from({ length: 5 }, (_, index): StackFrame => ({ ...own, line: index }));
  expect(outline([...calls('outer', 10), ...many], many.at(-1)).at(-1)).toBe('10 library');
  const coded = app('mine');
  expect(outline([...calls('outer', 10), coded], coded)).toEqual(['mine', '10 library']);
});
