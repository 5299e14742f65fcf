import { to } from '#shared';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { issueLimits } from '#shared';
import type { EventThread, JsonValue, NormalisedEvent, StackFrame } from '#shared';
import type { IssuePageProps } from '../issues.dto.ts';
import { Page } from '../views/issue.page.tsx';
import { boundEvent } from './bounded-event.ts';
import type { LeftOut } from './left-out.dto.ts';

const bare: NormalisedEvent = {
  eventId: 'a'.repeat(32),
  projectId: 1,
  occurredAtMs: 0,
  receivedAtMs: 0,
  level: 'error',
  platform: 'java',
  exceptions: [],
  breadcrumbs: [],
  tags: [],
  contexts: {},
  extra: {},
  cut: [],
};

const issue: IssuePageProps['issue'] = {
  id: 7,
  shortId: 'WEB-7',
  project: 'web',
  type: 'Error',
  value: '',
  place: '',
  level: 'error',
  events: 1,
  users: 0,
  firstSeenMs: 0,
  lastSeenMs: 0,
  state: { status: 'unresolved', kind: 'new', sinceMs: 0 },
};

const chart: IssuePageProps['chart'] = {
  label: 'Last 24 hours',
  values: [],
  unit: 'hour',
  stepMs: 3_600_000,
  firstMs: 0,
  marks: [],
  ranges: [],
};

const grouping = { summary: '', notes: [] };
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

const HOSTILE: readonly (readonly [keyof LeftOut, Partial<NormalisedEvent>])[] = [
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

function sizeOf({ event, leftOut }: ReturnType<typeof boundEvent>): number {
  const props: IssuePageProps = {
    nowMs: 0,
    follows: ['project:1'],
    ofAll: to('/issues'),
    recent: 0,
    issue,
    chart,
    canComment: false,
    canDelete: false,
    canMerge: false,
    history: { items: [] },
    grouping,
    event,
    ...(leftOut && { leftOut }),
  };
  const payload = JSON.stringify(props).replaceAll('<', String.raw`\u003c`);
  return Buffer.byteLength(renderToStaticMarkup(<Page {...props} />)) + Buffer.byteLength(payload);
}

test.each([...HOSTILE, ['frames', EVERYTHING] as const])(
  'boundEvent keeps the issue page within its limit, and counts the omissions: %s',
  (part, traits) => {
    const bounded = boundEvent({ ...bare, ...traits }, {});
    expect(bounded.leftOut?.[part]).toBeGreaterThan(0);
    expect(sizeOf(bounded)).toBeLessThanOrEqual(issueLimits.eventPageBytes);
  },
);

test('colours of code take only the room that all other parts of the issue page leave', () => {
  const code = Array.from({ length: 20 }, () => 'f(1,2,3,4,5,6,7,8,9,"a","b");'.repeat(2));
  const stack = times(12, (index) => ({ ...frame(index), postContext: code }));
  const most = boundEvent({ ...bare, stack }, {});
  expect(most.event.stack?.some(({ colours }) => colours)).toBe(true);
  expect(sizeOf(most)).toBeLessThanOrEqual(issueLimits.eventPageBytes);
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
