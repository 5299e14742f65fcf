import { expect, it } from '@jest/globals';
import { readEvent } from '../whole-event/read-event.ts';

const meta = { source: 'event', eventId: 'x', projectId: 1, receivedAtMs: 0 } as const;
const long = (length: number): string => 'x'.repeat(length);
const raise = (exception: object) => ({ exception: { values: [{ type: 'E', ...exception }] } });
const call = (frame: object) => raise({ stacktrace: { frames: [frame] } });

it.each<[note: string, event: object]>([
  ['logger: 1 shortened, by 100 characters', { logger: long(300) }],
  ['transaction: 1 shortened, by 100 characters', { transaction: long(300) }],
  ['server name: 1 shortened, by 100 characters', { server_name: long(300) }],
  ['environment: 1 shortened, by 6 characters', { environment: long(70) }],
  ['release: 1 shortened, by 100 characters', { release: long(300) }],
  ['dist: 1 shortened, by 6 characters', { dist: long(70) }],
  ['platform: 1 shortened, by 100 characters', { platform: long(300) }],
  ['fingerprint: 1 shortened, by 88 characters', { fingerprint: [long(600)] }],
  ['types of exceptions: 1 shortened, by 44 characters', raise({ type: long(300) })],
  [
    'types of exceptions: 1 shortened, by 45 characters',
    { platform: 'java', ...raise({ type: long(200), module: long(100) }) },
  ],
  ['modules of exceptions: 1 shortened, by 88 characters', raise({ module: long(600) })],
  [
    'message of an exception: 1011 of 2011 characters left out',
    raise({ value: { thrown: long(1998) } }),
  ],
  [
    'names of mechanisms: 1 shortened, by 100 characters',
    raise({ mechanism: { type: long(300) } }),
  ],
  ['names of functions: 1 shortened, by 88 characters', call({ function: long(600) })],
  ['modules of frames: 1 shortened, by 88 characters', call({ module: long(600) })],
  [
    'paths of frames: 2 shortened, by 952 characters',
    call({ filename: long(1500), abs_path: long(1500) }),
  ],
  ['names of threads: 1 shortened, by 100 characters', { threads: [{ name: long(300) }] }],
  ['names of tags: 1 shortened, by 100 characters', { tags: { [long(300)]: 'a' } }],
  ['id of the user: 1 shortened, by 44 characters', { user: { id: long(300) } }],
  [
    'values of user: 2 left out',
    { user: { data: Object.fromEntries(Array.from({ length: 102 }, (_, n) => [`n${n}`, n])) } },
  ],
  ['values of extra: 150 left out', { extra: { list: Array.from({ length: 250 }, () => 1) } }],
  ['texts of extra: 1 shortened, by 904 characters', { extra: { text: long(5000) } }],
  ['names in user: 1 shortened, by 100 characters', { user: { data: { [long(300)]: 1 } } }],
  [
    'names of headers: 1 shortened, by 100 characters',
    { request: { headers: { [long(300)]: 'a' } } },
  ],
  [
    'headers: 1 shortened, by 179 characters',
    { request: { headers: { a: [long(1200), null, 7] } } },
  ],
  [
    'names of cookies: 1 shortened, by 100 characters',
    { request: { cookies: { [long(300)]: 'a' } } },
  ],
  ['method of the request: 1 shortened, by 100 characters', { request: { method: long(300) } }],
  [
    'values of the query: 1 shortened, by 1000 characters',
    { request: { query_string: { a: long(2000) } } },
  ],
  [
    'modules: 200 of 1200 left out',
    { modules: Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`n${n}`, '1'])) },
  ],
  [
    'values of the body: 150 left out',
    { request: { data: { list: Array.from({ length: 250 }, () => 1) } } },
  ],
  ['names of modules: 1 shortened, by 100 characters', { modules: { [long(300)]: '1' } }],
  [
    'packages: 50 of 250 left out',
    { sdk: { name: 'a', packages: Array.from({ length: 250 }, () => ({ name: 'b' })) } },
  ],
  [
    'categories of breadcrumbs: 1 shortened, by 100 characters',
    { breadcrumbs: [{ category: long(300) }] },
  ],
  [
    'times of breadcrumbs: 2 of 4 cannot be read',
    { breadcrumbs: [0, 'noon', null, '2026-01-05T12:00:00Z'].map((timestamp) => ({ timestamp })) },
  ],
  [
    'parameters of the message: 1 shortened, by 100 characters',
    { logentry: { message: 'a %s', params: [long(300)] } },
  ],
])('readEvent notes the text that it cut, and by how much: %s', (note, event) => {
  expect(readEvent({ meta, event: event as Record<string, unknown> }).cut).toEqual([note]);
});
