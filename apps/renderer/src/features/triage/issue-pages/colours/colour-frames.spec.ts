import { expect, test } from '@jest/globals';
import type { NormalisedEvent, StackFrame } from '#shared';
import { bareEvent } from '../../../../../test/support/issue-page-props.ts';
import { findLanguage } from './code-language.ts';
import { colourFrames, costOfColours } from './colour-frames.ts';

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

function listColoured(
  frames: readonly StackFrame[],
  maxBytes: number,
  nowMs = () => 0,
): readonly boolean[] {
  const { exceptions } = colourFrames(createEvent(frames), maxBytes, nowMs);
  return exceptions[0]!.frames.map(({ colours }) => colours !== undefined);
}

const ENOUGH = 100_000;
const colours = colourFrames(createEvent([frame(true)]), ENOUGH).exceptions[0]!.frames[0]!.colours!;
const each = costOfColours(colours);

test('colourFrames colours each line of a frame, the line of the failing call included', () => {
  expect(colours).toHaveLength(2);
  expect(colours[1]!.slice(0, 2)).toEqual([1, 'throw'.length]);
});

test('colourFrames prefers the failing frame, then frames of the application, where room is short', () => {
  const frames = [frame(true), frame(false), frame(true)];
  expect(listColoured(frames, ENOUGH)).toEqual([true, true, true]);
  expect(listColoured(frames, each * 2)).toEqual([true, false, true]);
  expect(listColoured(frames, each)).toEqual([false, false, true]);
  expect(listColoured(frames, 0)).toEqual([false, false, false]);
});

test('code that stays plain leaves room for code that can be coloured', () => {
  const minified = Array.from({ length: 11 }, () => 'a'.repeat(1000));
  const plain = Array.from({ length: 5 }, () =>
    frame(true, { preContext: minified, contextLine: '' }),
  );
  expect(listColoured([frame(true), ...plain], ENOUGH)[0]).toBe(true);
});

test('colourFrames colours much code in part, and code that takes long as well', () => {
  const long = Array.from({ length: 30 }, () => 'const n = 1;'.padEnd(80, ' '));
  const many = Array.from({ length: 40 }, () => frame(true, { preContext: long }));
  expect(listColoured(many, ENOUGH * 10).filter(Boolean)).toHaveLength(8);
  let ms = 0;
  const slow = (): number => (ms += 30);
  expect(listColoured(many, ENOUGH * 10, slow).filter(Boolean)).toHaveLength(3);
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
