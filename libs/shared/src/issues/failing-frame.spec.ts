import type { ExceptionValue, StackFrame } from '../event.ts';
import { expect, test } from '@jest/globals';
import { findFailingFrame, findFailingFrameOfChain } from './failing-frame.ts';

const app = (name: string): StackFrame => ({ function: name, inApp: true });
const library = (name: string): StackFrame => ({ function: name, inApp: false });
const exception = (...frames: readonly StackFrame[]): ExceptionValue => ({
  type: 'Error',
  value: '',
  frames,
});

test('the failing call is the newest of the application', () => {
  expect(findFailingFrame([app('outer'), app('inner'), library('throws')])).toEqual(app('inner'));
});

test('without any of the application it is the newest of all', () => {
  expect(findFailingFrame([library('a'), library('b')])).toEqual(library('b'));
  expect(findFailingFrame([])).toBeUndefined();
});

test('of a chain the surfaced exception decides, then its causes', () => {
  const cause = exception(app('cause'));
  expect(findFailingFrameOfChain([cause, exception(app('surfaced'))])).toEqual(app('surfaced'));
  expect(findFailingFrameOfChain([cause, exception(library('throws'))])).toEqual(app('cause'));
  expect(findFailingFrameOfChain([exception(library('a')), exception()])).toEqual(library('a'));
  expect(findFailingFrameOfChain([])).toBeUndefined();
});
