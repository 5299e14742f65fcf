import type { StackFrame } from '#shared';
import { expect, test } from '@jest/globals';
import { foldFrames } from './fold-frames.ts';

const app = (name: string, line = 1): StackFrame => ({
  function: name,
  filename: 'src/app.ts',
  line,
  inApp: true,
});
const library = (name: string): StackFrame => ({ function: name, inApp: false });

function outline(frames: readonly StackFrame[], kept?: StackFrame): readonly string[] {
  return foldFrames(frames, kept).map((item) =>
    item.kind === 'frame' ? String(item.frame.function) : `${item.frames.length} ${item.kind}`,
  );
}

test('the newest call comes first', () => {
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

test('a single library call stays a line', () => {
  expect(outline([app('mine'), library('throws')])).toEqual(['throws', 'mine']);
});

test('the kept call is never folded, whatever is around it', () => {
  const failing = library('throws');
  const frames = [library('a'), library('b'), failing, library('c'), library('d')];
  expect(outline(frames, failing)).toEqual(['2 library', 'throws', '2 library']);
});

test('a recursion shows its newest call and folds the others', () => {
  const frames = [app('start'), ...Array.from({ length: 100 }, () => app('walk'))];
  expect(outline(frames)).toEqual(['walk', '99 repeats', 'start']);
});

test('calls of one function from other lines are no recursion', () => {
  expect(outline([app('walk', 1), app('walk', 2), app('walk', 3)])).toEqual([
    'walk',
    'walk',
    'walk',
  ]);
});

test('two calls of one place fold into nothing shorter', () => {
  expect(outline([app('walk'), app('walk')])).toEqual(['walk', 'walk']);
});
