import { expect, test } from '@jest/globals';
import type { NormalisedEvent, StackFrame } from '#shared';
import { bareEvent } from '../../../../test/support/issue-page-props.ts';
import { findLanguage } from './code-language.ts';
import { colourFrames } from './colour-frames.ts';
import { KeptColours } from './kept-colours.ts';

const frame = (inApp: boolean, traits: Partial<StackFrame> = {}): StackFrame => ({
  inApp,
  filename: 'src/app.ts',
  preContext: ['const a = 1;'],
  contextLine: 'throw a;',
  ...traits,
});

function createEvent(frames: readonly StackFrame[]): NormalisedEvent {
  return { ...bareEvent, exceptions: [{ type: 'E', value: '', frames }] };
}

function listColoured(frames: readonly StackFrame[], nowMs = () => 0): readonly boolean[] {
  const coloured = colourFrames(createEvent(frames), new KeptColours(), nowMs);
  return frames.map((each) => coloured.has(each));
}

test('colourFrames colours each line of a frame, the line of the failing call included', () => {
  const failing = frame(true);
  const colours = colourFrames(createEvent([failing]), new KeptColours()).get(failing)!;
  expect(colours).toHaveLength(2);
  expect(colours[1]!.slice(0, 2)).toEqual([1, 'throw'.length]);
});

test('colourFrames prefers the failing frame, then frames of the application, where room is short', () => {
  // Each frame has 400 coloured texts.
  const preContext = Array.from({ length: 10 }, () => '1,'.repeat(40));
  const frames = [true, false, true].map((inApp) => frame(inApp, { preContext }));
  expect(listColoured(frames.slice(1))).toEqual([true, true]);
  expect(listColoured(frames)).toEqual([true, false, true]);
});

test('code that stays plain leaves room for code that can be coloured', () => {
  const minified = Array.from({ length: 11 }, () => 'a'.repeat(1000));
  const plain = Array.from({ length: 5 }, () =>
    frame(true, { preContext: minified, contextLine: '' }),
  );
  expect(listColoured([frame(true), ...plain])[0]).toBe(true);
});

test('colourFrames colours much code in part, and code that takes long as well', () => {
  const long = Array.from({ length: 30 }, () => 'const n = 1;'.padEnd(80, ' '));
  const many = Array.from({ length: 40 }, () => frame(true, { preContext: long }));
  expect(listColoured(many).filter(Boolean)).toHaveLength(8);
  let ms = 0;
  const slow = (): number => (ms += 30);
  expect(listColoured(many, slow).filter(Boolean)).toHaveLength(3);
});

test.each<[string | undefined, Partial<StackFrame>, string]>([
  ['typescript', { filename: 'https://a.example/app/cart.tsx?v=1' }, 'javascript'],
  ['java', { filename: 'Cart.java' }, 'java'],
  ['kotlin', { filename: 'Cart.kt' }, 'java'],
  ['python', { filename: '<string>' }, 'python'],
  ['csharp', { absPath: String.raw`C:\src\Cart.cs` }, 'csharp'],
  [undefined, { filename: 'a.constructor' }, 'toString'],
])(
  'findLanguage finds %s by the file of %j, or else by the platform %s',
  (language, traits, platform) => {
    expect(findLanguage({ inApp: true, ...traits }, platform)).toBe(language);
  },
);
