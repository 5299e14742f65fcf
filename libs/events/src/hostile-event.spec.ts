import { expect, it } from '@jest/globals';
import { defaultPrivacy } from '#shared';
import { Person } from './erasing/person.ts';
import { groupEvent } from './grouping/group-event.ts';
import { Images } from './reading/stack/images.ts';
import { listStacks } from './reading/list-stacks.ts';
import { hideSecrets } from './scrubbing/hide-secrets.ts';
import { Hiding } from './scrubbing/hiding.ts';
import { toStatementName } from './spans/statement-name.ts';
import { writeStoredEvent } from './storing/stored-event.ts';

/** Work in proportion to what was sent takes a tenth of this, and any other work many times as much. */
const GENEROUS_MS = 1000;

const list = <Entry>(length: number, make: (index: number) => Entry): Entry[] =>
  Array.from({ length }, (_, index) => make(index));
const hideInExtra = (value: unknown) => hideSecrets({ extra: { value } });
const hideBelow = (name: string, entry: () => unknown, privacy = {}) =>
  hideSecrets(
    { breadcrumbs: { [name]: list(5000, entry) } },
    new Hiding({ ...defaultPrivacy, ...privacy }),
  );
const user = { id: 'user-4711', username: 'b'.repeat(2e5) + 'a' + 'b'.repeat(2e5) };
const META = { source: 'event', eventId: '1'.repeat(32), projectId: 1, receivedAtMs: 0 } as const;

it.each<[string, () => unknown]>([
  ['an argument that may be of curl', () => hideInExtra(['-u', 'a'.repeat(60_000)])],
  ['an argument with many brackets', () => hideInExtra(`--password ${']'.repeat(100_000)}x`)],
  ['beginnings of web tokens', () => hideInExtra('-eyJaaaaa'.repeat(20_000))],
  [
    'statements with many lists of columns',
    () => list(500, (id) => toStatementName(`insert into x${id} ${'select '.repeat(580)}(`)),
  ],
  [
    'secrets below a long name',
    () => hideBelow('n'.repeat(1e6), () => ({ data: { arguments: ['token', 'abc'] } })),
  ],
  [
    'fields below a long name that may be open',
    () => hideBelow('n'.repeat(1e6), () => ({ a: 'b' }), { openPaths: ['extra.a'] }),
  ],
  [
    'a long text that stands in a message',
    () => {
      const before = `${'a'.repeat(48)} token`;
      const value = `${'a'.repeat(500)}b1${'a'.repeat(500)}`;
      const data = { arguments: list(40, (index) => (index % 2 === 0 ? before : value)) };
      return hideSecrets({ breadcrumbs: [{ message: `${'a'.repeat(1e5)} `.repeat(10), data }] });
    },
  ],
  [
    'threads that each exception may have run in',
    () =>
      listStacks({
        threads: list(250_000, () => ({})),
        exception: list(64, () => ({ value: 'x' })),
      }),
  ],
  [
    'tags that each variable of a fingerprint may mean',
    () => {
      const fingerprint = list(32, () => '{{ tags.a }}'.repeat(40));
      return groupEvent({ fingerprint, tags: list(50_000, (id) => [`t${id}`, 'x']) });
    },
  ],
  [
    'calls without names beside many images',
    () => {
      const range = { image_addr: 2e6, image_size: 1, code_file: 'a' };
      const images = new Images({ debug_meta: { images: list(2000, () => range) } });
      for (let at = 0; at < 1e6; at += 1) images.findOffset({ instruction_addr: at });
    },
  ],
  [
    'the long name of a person',
    () => {
      const event = JSON.stringify({ user, message: 'b'.repeat(1e6) });
      const json = writeStoredEvent(META, event).join('');
      return new Person({ kind: 'id', value: user.id }).findInEvent({ json });
    },
  ],
  [
    'names of a person and texts that are made of escapes',
    () => {
      const signs = ['\\', '\\"', '\\a', '%', '%25', '&#0', '"/', String.raw`\u005c`];
      for (const sign of signs) {
        for (const value of [sign.repeat(40), `${sign.repeat(40)}@a.b`]) {
          const person = new Person({ kind: 'id', value });
          for (const other of signs) person.redact(`${other.repeat(5000)}@`);
        }
      }
    },
  ],
])('an event costs no more than its length: %s', (_, work) => {
  const before = process.threadCpuUsage();
  work();
  const { user: userUs, system: systemUs } = process.threadCpuUsage(before);
  expect((userUs + systemUs) / 1000).toBeLessThan(GENEROUS_MS);
});
