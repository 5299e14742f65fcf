import { describe, expect, it } from '@jest/globals';
import { CutNotes } from '../../json/cut-notes.ts';
import { readEvent } from '../../whole-event/read-event.ts';
import { StackReader } from './frames.ts';
import { findStacktrace, readThreads } from './threads.ts';

const stack = (name: string) => ({ frames: [{ function: name }] });
const thread = (name: string, rest = {}) => ({ name, stacktrace: stack(name), ...rest });

describe('the stack of an event', () => {
  const crashed = thread('crashed', { crashed: true });
  const current = thread('current', { current: true });
  const main = thread('m', { main: true });
  const other = thread('other', { id: 7 });
  const own = stack('own');

  it.each([
    ['that of the thread that is asked for', { threads: [crashed, other] }, '7', 'other'],
    [
      'that of the thread that crashed',
      { threads: [other, current, crashed] },
      undefined,
      'crashed',
    ],
    ['that of the current thread', { threads: [other, main, current] }, undefined, 'current'],
    ['its own before that of the main thread', { threads: [main], stacktrace: own }, 7, 'own'],
    ['that of the main thread', { threads: { values: [other, main] } }, undefined, 'm'],
    ['that of the only thread', { threads: [other] }, undefined, 'other'],
    [
      'that of the only thread with one',
      { threads: [{ crashed: true }, other] },
      undefined,
      'other',
    ],
    ['none where no thread stands out', { threads: [other, other] }, undefined, undefined],
    [
      'none where threads and stack have wrong types',
      { threads: 7, stacktrace: [] },
      {},
      undefined,
    ],
  ])('is %s', (_, event, id, name) => {
    const found = findStacktrace(event, id) as ReturnType<typeof stack> | undefined;
    expect(found?.frames[0]!.function).toBe(name);
  });

  it('belongs to its message where no exception has the stack', () => {
    const meta = { source: 'event', eventId: 'x', projectId: 1, receivedAtMs: 0 } as const;
    const event = { message: 'Hello', threads: [current] };
    expect(readEvent({ meta, event }).stack).toMatchObject([{ function: 'current' }]);
    const thrown = readEvent({ meta, event: { ...event, exception: [{ type: 'E' }] } });
    expect(thrown.stack).toBeUndefined();
    expect(thrown.exceptions[0]!.frames).toMatchObject([{ function: 'current' }]);
  });
});

it('readThreads lists all threads in the order in which they were sent', () => {
  const notes = new CutNotes();
  const event = {
    threads: {
      values: [
        { id: 1, name: 'main', state: 'RUNNABLE', main: true, crashed: false },
        7,
        thread('b'),
      ],
    },
  };
  expect(readThreads(event, { stacks: new StackReader(event, { notes }), notes })).toMatchObject([
    { id: '1', name: 'main', state: 'RUNNABLE', isMain: true, isCrashed: false, frames: [] },
    { name: 'b', frames: [{ function: 'b' }] },
  ]);
  expect(notes.list()).toEqual([]);
});
