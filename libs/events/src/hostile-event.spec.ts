import { expect, it } from '@jest/globals';
import { findDear } from '../../../test/support/growth.ts';
import { defaultPrivacy } from '#shared';
import { Person } from './erasing/person.ts';
import { groupEvent } from './grouping/group-event.ts';
import { Images } from './reading/stack/images.ts';
import { listStacks } from './reading/list-stacks.ts';
import { hideSecrets } from './scrubbing/hide-secrets.ts';
import { Hiding } from './scrubbing/hiding.ts';
import { toStatementName } from './spans/statement-name.ts';
import { writeStoredEvent } from './storing/stored-event.ts';

const list = <Entry>(length: number, make: (index: number) => Entry): Entry[] =>
  Array.from({ length }, (_, index) => make(index));
const toExtra = (value: unknown) => ({ extra: { value } });
const toFields = (name: string, size: number, entry: () => unknown) => ({
  breadcrumbs: { [name.repeat(size)]: list(size / 200, entry) },
});
const open = new Hiding({ ...defaultPrivacy, openPaths: ['extra.a'] });
const META = { source: 'event', eventId: '1'.repeat(32), projectId: 1, receivedAtMs: 0 } as const;
const SIGNS = ['\\', '\\"', '\\a', '%', '%25', '&#0', '"/', String.raw`\u005c`];
const escaped = SIGNS.flatMap((sign) =>
  [sign.repeat(40), `${sign.repeat(40)}@a.b`].map((value) => new Person({ kind: 'id', value })),
);

/** Makes a row: what is made of a size, up to the largest one, and what reads it. */
const row = <Input>(
  name: string,
  bound: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
) => [name, () => findDear(bound, [{ name, make }], run)] as const;

it.each([
  row(
    'an argument that may be of curl',
    60_000,
    (size) => toExtra(['-u', 'a'.repeat(size)]),
    (event) => hideSecrets(event),
  ),
  row(
    'an argument with many brackets',
    100_000,
    (size) => toExtra(`--password ${']'.repeat(size)}x`),
    (event) => hideSecrets(event),
  ),
  row(
    'beginnings of web tokens',
    180_000,
    (size) => toExtra('-eyJaaaaa'.repeat(size / 9)),
    (event) => hideSecrets(event),
  ),
  row(
    'a statement with many lists of columns',
    4096,
    (size) => list(500, (id) => `insert into x${id} ${'select '.repeat(size / 7)}(`),
    (statements) => statements.map((each) => toStatementName(each)),
  ),
  row(
    'secrets below a long name',
    1_000_000,
    (size) => toFields('n', size, () => ({ data: { arguments: ['token', 'abc'] } })),
    (event) => hideSecrets(event),
  ),
  row(
    'fields below a long name that may be open',
    1_000_000,
    (size) => toFields('n', size, () => ({ a: 'b' })),
    (event) => hideSecrets(event, open),
  ),
  row(
    'a long text that stands in a message',
    1_000_000,
    (size) => {
      const before = `${'a'.repeat(48)} token`;
      const value = `${'a'.repeat(500)}b1${'a'.repeat(500)}`;
      const data = { arguments: list(40, (index) => (index % 2 === 0 ? before : value)) };
      return { breadcrumbs: [{ message: `${'a'.repeat(size / 10)} `.repeat(10), data }] };
    },
    (event) => hideSecrets(event),
  ),
  row(
    'threads that each exception may have run in',
    250_000,
    (size) => ({
      threads: list(size, () => ({})),
      exception: list(Math.min(64, size), () => ({ value: 'x' })),
    }),
    (event) => listStacks(event),
  ),
  row(
    'tags that each variable of a fingerprint may mean',
    50_000,
    (size) => ({
      fingerprint: list(32, () => '{{ tags.a }}'.repeat(40)),
      tags: list(size, (id) => [`t${id}`, 'x']),
    }),
    (event) => groupEvent(event),
  ),
  row(
    'calls without names beside many images',
    100_000,
    (size) => {
      const range = { image_addr: 2e6, image_size: 1, code_file: 'a' };
      return {
        size,
        images: new Images({ debug_meta: { images: list(size / 500, () => range) } }),
      };
    },
    ({ size, images }) => {
      for (let at = 0; at < size; at += 1) images.findOffset({ instruction_addr: at });
    },
  ),
  row(
    'the long name of a person',
    1_000_000,
    (size) => {
      const username = 'b'.repeat(size / 5) + 'a' + 'b'.repeat(size / 5);
      const event = JSON.stringify({
        user: { id: 'user-4711', username },
        message: 'b'.repeat(size),
      });
      return writeStoredEvent(META, event).join('');
    },
    (json) => new Person({ kind: 'id', value: 'user-4711' }).findInEvent({ json }),
  ),
  row(
    'names of a person and texts that are made of escapes',
    40_000,
    (size) => SIGNS.map((sign) => `${sign.repeat(size / 8)}@`),
    (texts) => escaped.forEach((person) => texts.forEach((text) => person.redact(text))),
  ),
])('an event costs no more than its length: %s', async (_, find) => {
  expect(await find()).toBeUndefined();
});
