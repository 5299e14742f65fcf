import { describe, expect, it } from '@jest/globals';
import type { Breadcrumb, EventThread, NormalisedEvent, StackFrame } from '#shared';
import { cutForPage } from './cut-for-page.ts';
import { NEARBY_LOG } from './page-parts.ts';

const ROOM = 310_000;

const bare: NormalisedEvent = {
  eventId: 'a'.repeat(32),
  projectId: 1,
  occurredAtMs: 100,
  receivedAtMs: 100,
  level: 'error',
  platform: 'python',
  exceptions: [],
  breadcrumbs: [],
  tags: [],
  contexts: {},
  extra: {},
  cut: [],
};

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const call = (name: string, inApp = true): StackFrame => ({
  function: name,
  filename: 'app.py',
  inApp,
  contextLine: `${name}()`,
  vars: { cart: 'x'.repeat(100) },
});
const step = (timestampMs: number, message: string, category = 'console'): Breadcrumb => ({
  timestampMs,
  type: 'default',
  category,
  level: 'info',
  message,
});

describe('cutForPage', () => {
  it('shows 250 frames, those of the failing exception before all others', () => {
    const exceptions = (['cause', 'own', 'outer'] as const).map((type) => ({
      type,
      value: '',
      frames: times(100, (line) => ({ function: `${type}-${line}`, inApp: type === 'own' })),
    }));
    const { event, leftOut } = cutForPage({ ...bare, exceptions }, ROOM);
    expect(event.exceptions.map(({ frames }) => frames.length)).toEqual([50, 100, 100]);
    expect(event.exceptions[0]?.frames.at(-1)).toMatchObject({ function: 'cause-99' });
    expect(leftOut).toEqual({ frame: 50 });
  });

  it('keeps the code of the failing frame, then lines of frames, then more code', () => {
    const frames = [...times(18, (index) => call(`own-${index}`)), call('lib', false)];
    const exceptions = [{ type: 'E', value: '', frames }];
    const { event, leftOut } = cutForPage({ ...bare, exceptions }, 30_000);
    const shown = event.exceptions[0]!.frames;
    expect(shown).toHaveLength(frames.length);
    expect(shown.filter(({ vars }) => vars)).toEqual(expect.arrayContaining([frames[17]]));
    expect(shown[0]).toEqual({ function: 'own-0', filename: 'app.py', inApp: true });
    expect(leftOut).toEqual({ 'frame detail': expect.any(Number) });
    const { event: least } = cutForPage({ ...bare, exceptions }, 0);
    expect(least.exceptions[0]?.frames).toMatchObject([{ function: 'own-17' }]);
  });

  it('keeps the threads that an event is about, and the others in the order in which they came', () => {
    const toThread = (name: string, traits: object = {}): EventThread => ({
      name,
      ...traits,
      frames: times(20, (index) => call(`${name}-${index}`)),
    });
    const workers = times(90, (index) => toThread(`worker ${index}`));
    const about = [toThread('main', { isMain: true }), toThread('request', { isCrashed: true })];
    const { event, leftOut } = cutForPage({ ...bare, threads: [...workers, ...about] }, ROOM);
    const names = event.threads?.slice(0, 3).map(({ name }) => name);
    expect(names).toEqual(['request', 'main', 'worker 0']);
    expect(event.threads?.[0]?.frames).toHaveLength(20);
    expect(leftOut?.['frame']).toBeGreaterThan(0);
  });

  it('lists exceptions one below the other when some are left out', () => {
    const toException = (type: string) => ({
      type,
      value: 'x'.repeat(3000),
      parent: 59,
      frames: [],
    });
    const exceptions = times(60, (index) => toException(`E${index}`));
    const { event, leftOut } = cutForPage({ ...bare, exceptions }, ROOM);
    expect(event.exceptions.length + leftOut!['exception']!).toBe(60);
    expect(event.exceptions.at(-1)?.type).toBe('E59');
    expect(event.exceptions.filter(({ parent }) => parent !== undefined)).toEqual([]);
  });

  it('keeps the steps nearest to the error, and logs of other traces last', () => {
    const nearby = step(100, 'nearby', NEARBY_LOG);
    const breadcrumbs = [step(70, 'early'), step(99, 'before'), nearby, step(105, 'after')];
    const listed = [0, 1400, 2800, 4200, 5600].map((room) =>
      cutForPage({ ...bare, breadcrumbs }, room).event.breadcrumbs.map(({ message }) => message),
    );
    expect(listed).toEqual([
      [],
      ['before'],
      ['before', 'after'],
      ['early', 'before', 'after'],
      ['early', 'before', 'nearby', 'after'],
    ]);
  });

  it('shows the beginning of a value that is too large, as text', () => {
    const rows = times(500, (index) => ({ id: index, name: `row ${index}` }));
    const { event, leftOut } = cutForPage({ ...bare, extra: { rows, more: 1 } }, 30_000);
    expect(event.extra).toEqual({
      rows: expect.stringMatching(/^\[\{"id":0,"name":"row 0"\},.*…$/),
    });
    expect(leftOut).toEqual({ 'extra value': 2 });
  });

  it('counts hidden values that it does not list', () => {
    const hidden = times(9000, (index) => ({
      path: `extra.${index}`,
      rule: 'cookie' as const,
      count: 2,
    }));
    const { event } = cutForPage({ ...bare, hidden }, ROOM);
    expect(event.hidden!.length).toBeLessThan(9000);
    expect(event.hiddenTotal).toBe(18_000);
    const listed = { hidden: hidden.slice(0, 3), hiddenTotal: 150 };
    expect(cutForPage({ ...bare, ...listed }, ROOM).event).toMatchObject(listed);
  });
});
