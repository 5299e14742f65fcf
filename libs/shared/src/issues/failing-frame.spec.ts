import type { ExceptionValue, StackFrame } from '../event.ts';
import { expect, test } from '@jest/globals';
import {
  findFailingFrame,
  findFailingFrameOfChain,
  findFailingFrameOfEvent,
  findTitledException,
  placeFailing,
} from './failing-frame.ts';

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

test('the failing call is the newest of all where the application has no call', () => {
  expect(findFailingFrame([library('a'), library('b')])).toEqual(library('b'));
  expect(findFailingFrame([])).toBeUndefined();
});

test('the failing call of a chain is that of the surfaced exception, else that of a cause', () => {
  const cause = exception(app('cause'));
  expect(findFailingFrameOfChain([cause, exception(app('surfaced'))])).toEqual(app('surfaced'));
  expect(findFailingFrameOfChain([cause, exception(library('throws'))])).toEqual(app('cause'));
  expect(findFailingFrameOfChain([exception(library('a')), exception()])).toEqual(library('a'));
  expect(findFailingFrameOfChain([])).toBeUndefined();
});

const member = { parent: 3, relation: 'member' } as const;
const group: ExceptionValue = { ...exception(app('group')), isGroup: true };

test('a group is titled by its first member that says something', () => {
  const chain = [
    { ...exception(), value: 'second', ...member },
    { ...exception(), value: 'first', ...member },
    { ...exception(), ...member },
    group,
  ];
  expect(findTitledException(chain)?.value).toBe('first');
  expect(findTitledException([exception(), group])).toBe(group);
  expect(findTitledException([])).toBeUndefined();
});

test('a group in a group is titled by a member of the inner group', () => {
  const inner = { ...exception(), ...member, value: 'inner', isGroup: true, parent: 2 };
  const leaf = { ...exception(), ...member, value: 'leaf', parent: 1 };
  expect(findTitledException([leaf, inner, group])).toBe(leaf);
});

test('a group fails in its first member, the cause of that, the group itself, then any member', () => {
  const first = { ...exception(library('first')), value: 'x', ...member };
  const second = { ...exception(app('second')), value: 'x', ...member };
  const cause = { ...exception(app('cause')), parent: 2, relation: 'cause' } as const;
  const suppressed = { ...cause, relation: 'suppressed' } as const;
  expect(findFailingFrameOfChain([second, cause, first, group])).toEqual(app('cause'));
  expect(findFailingFrameOfChain([second, suppressed, first, group])).toEqual(app('group'));
  const outer = { ...group, frames: [] };
  expect(findFailingFrameOfChain([second, exception(), first, outer])).toEqual(app('second'));
});

test('exceptions whose parents go round in a circle have a failing call', () => {
  const circle = { isGroup: true, relation: 'member' } as const;
  const chain = [
    { ...exception(app('a')), ...circle, parent: 1 },
    { ...exception(), ...circle, parent: 0 },
  ];
  expect(findFailingFrameOfChain(chain)).toEqual(app('a'));
});

test('the failing call of an event without exceptions is that of its message’s stack', () => {
  const stack = [app('logged'), library('log')];
  expect(findFailingFrameOfEvent({ exceptions: [], stack })).toEqual(app('logged'));
  expect(findFailingFrameOfEvent({ exceptions: [exception(app('a'))], stack })).toEqual(app('a'));
  expect(findFailingFrameOfEvent({ exceptions: [] })).toBeUndefined();
});

test('the place of the failing call names its exception, or the stack of the event', () => {
  const stack = [library('log'), app('logged')];
  const exceptions = [exception(app('a'), library('b')), exception(library('c'))];
  expect(placeFailing({ exceptions, stack })).toEqual({ exception: 0, frame: 0 });
  expect(placeFailing({ exceptions: [], stack })).toEqual({ exception: -1, frame: 1 });
  expect(placeFailing({ exceptions: [] })).toBeUndefined();
});
