import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { issueLimits } from '#shared';
import type { EventThread, JsonValue, NormalisedEvent, StackFrame } from '#shared';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { bareEvent as bare, issuePageProps } from '../../../../../test/support/issue-page-props.ts';
import { Page } from '../views/issue.page.tsx';
import { boundEvent } from './bounded-event.ts';
import type { LeftOut } from './left-out.dto.ts';

const escaped = (length: number): string => '<"&\''.repeat(length / 4);
const times = <Item,>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const values = (count: number, value: JsonValue): Record<string, JsonValue> =>
  Object.fromEntries(times(count, (index) => [`name${index}`, value]));
const frame = (index: number): StackFrame => ({
  function: `call${index}`,
  filename: `${'x'.repeat(300)}.java`,
  package: escaped(400),
  line: index,
  inApp: index % 2 === 0,
  contextLine: 'fail();',
  vars: { name: 1 },
});

/** Indented, this value is many times as long. */
const nested: JsonValue = [[[[[[[times(100, () => 1)]]]]]]];
const toChain = (traits: (index: number) => Partial<StackFrame>): Partial<NormalisedEvent> => ({
  exceptions: times(3, (index) => ({
    type: `Error${index}`,
    value: '',
    frames: times(100, (line) => ({ filename: 'app.py', line, inApp: true, ...traits(line) })),
  })),
});

const HOSTILE: readonly (readonly [keyof LeftOut, Partial<NormalisedEvent>])[] = [
  [
    'frames',
    toChain(() => ({ preContext: ['x = 1'], contextLine: 'f(x)', postContext: ['x = 2'] })),
  ],
  ['frames', toChain((index) => ({ inApp: index % 3 === 0 }))],
  [
    'frames',
    toChain(() => ({ function: escaped(512), filename: escaped(1024), absPath: escaped(1024) })),
  ],
  [
    'details',
    toChain(() => ({ contextLine: escaped(1024), preContext: times(10, () => escaped(1024)) })),
  ],
  [
    'threads',
    { threads: times(1000, () => ({ name: escaped(400), state: escaped(80), frames: [] })) },
  ],
  ['threadFrames', { threads: times(100, () => ({ name: 'worker', frames: times(50, frame) })) }],
  ['frames', { stack: times(300, frame) }],
  [
    'details',
    { stack: times(200, (index) => ({ ...frame(index), vars: values(20, escaped(400)) })) },
  ],
  [
    'exceptions',
    {
      exceptions: times(32, () => ({
        type: escaped(256),
        value: escaped(8192),
        mechanism: {
          type: escaped(200),
          description: escaped(4000),
          data: values(100, escaped(400)),
          meta: values(100, escaped(400)),
        },
        frames: [],
      })),
    },
  ],
  [
    'breadcrumbs',
    {
      breadcrumbs: times(60, () => ({
        type: 'http',
        level: 'error' as const,
        message: escaped(2048),
        data: values(2, escaped(4096)),
      })),
    },
  ],
  [
    'breadcrumbs',
    { breadcrumbs: times(100, () => ({ type: 'http', level: 'error', data: values(100, 1) })) },
  ],
  ['tags', { tags: times(1000, (index) => [`tag${index}`, escaped(200)] as const) }],
  ['headers', { request: { headers: times(300, () => [escaped(200), escaped(1024)] as const) } }],
  [
    'contexts',
    { contexts: Object.fromEntries(times(30, (name) => [`c${name}`, values(30, escaped(400))])) },
  ],
  ['extra', { extra: values(200, nested) }],
  ['extra', { extra: { all: escaped(400_000) } }],
  ['extra', { extra: { all: times(200, () => nested) } }],
  ['modules', { modules: times(5000, () => [escaped(200), escaped(40)] as const) }],
  [
    'images',
    {
      images: times(1000, () => ({ name: escaped(400), type: escaped(40), debugId: escaped(40) })),
    },
  ],
  ['body', { request: { headers: [], body: values(1000, escaped(400)) } }],
  ['body', { request: { headers: [], body: escaped(1_000_000) } }],
  ['body', { request: { headers: [], body: times(1000, () => [escaped(400)]) } }],
  ['env', { request: { headers: [], env: values(1000, escaped(400)) } }],
  ['cookies', { request: { headers: [], cookies: times(9000, () => escaped(80)) } }],
  [
    'user',
    { user: { id: escaped(256), geo: values(500, escaped(400)), data: values(500, escaped(400)) } },
  ],
  [
    'integrations',
    { sdk: { name: 'sdk', version: '1', integrations: times(9000, () => escaped(80)) } },
  ],
  ['packages', { sdk: { name: 'sdk', version: '1', packages: times(9000, () => escaped(80)) } }],
  [
    'params',
    {
      message: 'filled',
      template: { message: escaped(8192), params: times(900, () => escaped(400)) },
    },
  ],
  ['texts', { exceptions: [{ type: 'E', value: escaped(8192), frames: [] }] }],
  ['texts', { message: escaped(400_000) }],
  ['texts', { fingerprint: times(300, () => escaped(512)) }],
  ['texts', { cut: times(3000, (index) => `note ${index}`) }],
  ['texts', { threads: [{ name: escaped(4000), frames: [] }] }],
  [
    'hidden',
    { hidden: times(9000, () => ({ path: escaped(80), rule: 'name of field', count: 1 })) },
  ],
];

const EVERYTHING = HOSTILE.reduce<Partial<NormalisedEvent>>(
  (all, [, traits]) => ({
    ...traits,
    ...all,
    ...(traits.request && { request: { ...traits.request, ...all.request } }),
  }),
  { title: { type: escaped(256), value: escaped(500), place: escaped(1200) } },
);

function render({ event, leftOut }: ReturnType<typeof boundEvent>) {
  const props = { ...issuePageProps, event, ...(leftOut && { leftOut }) };
  const payload = JSON.stringify(props).replaceAll('<', String.raw`\u003c`);
  const markup = renderToStaticMarkup(<Page {...props} />);
  return { markup, bytes: Buffer.byteLength(markup) + Buffer.byteLength(payload) };
}

const NOTE = 'This page leaves out or shortens: ';

test.each([...HOSTILE, ['frames', EVERYTHING] as const])(
  'boundEvent keeps the issue page within its limit, and the page says how much it omits: %s',
  (part, traits) => {
    const bounded = boundEvent({ ...bare, ...traits }, {});
    const count = bounded.leftOut?.[part] ?? 0;
    expect(count).toBeGreaterThan(0);
    const { markup, bytes } = render(bounded);
    expect(bytes).toBeLessThanOrEqual(issueLimits.eventPageBytes);
    const notes = markup.match(new RegExp(`${NOTE}[^<]*`, 'g'));
    expect(notes?.join()).toContain(` ${formatExactCount(count)} `);
  },
);

test('boundEvent takes 250 frames, those of the failing exception before all others', () => {
  const exceptions = (['cause', 'own', 'outer'] as const).map((type) => ({
    type,
    value: '',
    frames: times(100, (line) => ({ function: `${type}-${line}`, inApp: type === 'own' })),
  }));
  const { event, leftOut } = boundEvent({ ...bare, exceptions }, {});
  expect(event.exceptions.map(({ frames }) => frames.length)).toEqual([50, 100, 100]);
  expect(event.exceptions[0]?.frames.at(-1)).toMatchObject({ function: 'cause-99' });
  expect(leftOut).toEqual({ frames: 50 });
});

test('colours of code take only the room that all other parts of the issue page leave', () => {
  const code = Array.from({ length: 20 }, () => 'f(1,2,3,4,5,6,7,8,9,"a","b");'.repeat(2));
  const stack = times(12, (index) => ({ ...frame(index), postContext: code }));
  const most = boundEvent({ ...bare, stack }, {});
  expect(most.event.stack?.some(({ colours }) => colours)).toBe(true);
  expect(render(most).bytes).toBeLessThanOrEqual(issueLimits.eventPageBytes);
  const full = boundEvent({ ...bare, stack, extra: values(1000, escaped(400)) }, {});
  expect(full.event.stack?.some(({ colours }) => colours)).toBe(false);
});

test('boundEvent leaves an event whole that fits the issue page', () => {
  const whole: NormalisedEvent = {
    ...bare,
    exceptions: [
      { type: 'A', value: '', parent: 1, relation: 'suppressed', frames: [] },
      { type: 'B', value: '', mechanism: { type: 'x', data: { a: 1 } }, frames: [] },
    ],
    threads: [{ id: '1', name: 'main', frames: [{ function: 'f', inApp: true }] }],
    request: { headers: [['a', 'b']], cookies: ['c'], env: { d: 1 }, body: { e: [1] } },
    user: { name: 'Ada', geo: { city: 'London' }, data: { plan: 'gold' } },
    template: { message: 'm %s', params: ['1'] },
    modules: [['a', '1']],
    images: [{ name: 'a', type: 'elf', debugId: 'b', start: '0x1', end: '0x2' }],
    sdk: { name: 'sdk', version: '1', integrations: ['i'], packages: ['p'] },
    hidden: [{ path: 'extra.token', rule: 'name of field', count: 1 }],
  };
  expect(boundEvent(whole, {})).toEqual({ event: whole });
  expect(render({ event: whole }).markup).not.toContain(NOTE);
});

test('threads that an event is about come first, and are the last to be left out', () => {
  const thread = (name: string, traits: object = {}): EventThread => ({
    name,
    ...traits,
    frames: times(20, frame),
  });
  const workers = times(90, (index) => thread(`worker ${index}`));
  const about = [thread('main', { isMain: true }), thread('request', { isCrashed: true })];
  const { event, leftOut } = boundEvent({ ...bare, threads: [...workers, ...about] }, {});
  expect(leftOut?.threadFrames).toBeGreaterThan(0);
  expect(event.threads?.slice(0, 3).map(({ name }) => name)).toEqual([
    'request',
    'main',
    'worker 0',
  ]);
  expect(event.threads?.[0]?.frames).toHaveLength(20);
});

test('an exception whose parent is left out belongs to the next exception above', () => {
  const huge = { type: escaped(256), value: escaped(8192), frames: [] };
  const chain = times(60, () => huge).map((each, index) => ({ ...each, parent: index + 1 }));
  const exceptions = [
    { type: 'Root', value: '', parent: 1, frames: [] },
    ...chain.slice(1),
    { type: 'Top', value: '', frames: [] },
  ];
  const { event, leftOut } = boundEvent({ ...bare, exceptions }, {});
  expect(leftOut?.exceptions).toBeGreaterThan(0);
  expect(event.exceptions[0]).toMatchObject({ type: 'Root', parent: 1 });
});
