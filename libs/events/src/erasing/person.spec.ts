import { describe, expect, it } from '@jest/globals';
import { Person } from './person.ts';

const META = { source: 'event', eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 0 };
const ANN = {
  id: 4711,
  email: 'ann@example.org',
  username: 'ann.smith',
  ip_address: '203.0.113.7',
};

const byId = new Person({ kind: 'id', value: '4711' });
const byMail = new Person({ kind: 'email', value: 'ann@example.org' });
const byAddress = new Person({ kind: 'address', value: '203.0.113.7' });
const byNumber = new Person({ kind: 'id', value: '47114711' });
const bySnowflake = new Person({ kind: 'id', value: '12345678901234567891' });

const DEEP = '['.repeat(50_000) + ']'.repeat(50_000);

function find(person: Person, event: object | string, meta: object = {}) {
  const json = typeof event === 'string' ? event : JSON.stringify(event);
  return person.findInEvent({
    json: `{"meta":${JSON.stringify({ ...META, ...meta })},"event":${json}}`,
  });
}

describe('Person', () => {
  it.each([
    ['id', byId],
    ['mail address', byMail],
    ['network address', byAddress],
  ])('knows a user’s own event by the %s, and erases each name of the user', (_name, person) => {
    const found = find(person, { user: { ...ANN, name: 'Ann Smith', plan: 'pro' } });
    expect(found).toMatchObject({ isEventUser: true, userHash: expect.any(String) });
    expect(found?.redact('ann.smith (Ann Smith), ann@example.org from 203.0.113.7')).toBe(
      '[Erased] ([Erased]), [Erased] from [Erased]',
    );
    const others = ['4711', 'ann@example.org', 'ann.smith', 'Ann Smith'];
    const told = found?.others.map(({ value }) => value);
    expect(new Set(told)).toEqual(
      new Set(person === byAddress ? [] : others.filter((name) => !person.is(name))),
    );
  });

  it.each<[string, Person, object | string, object?]>([
    ['a message', byMail, { user: { id: 'bob' }, message: 'to ann@example.org' }],
    ['the name of a field', byMail, { extra: { a: [{ 'ann@example.org': 1 }] } }],
    ['a pair of headers', byMail, { request: { headers: [['X-User', 'ann@example.org']] } }],
    ['escapes of JSON', byMail, String.raw`{"message":"ann\u0040example.org"}`],
    ['escapes of JSON in a text', byMail, { extra: { a: String.raw`"ann\u0040example.org"` } }],
    ['an address', byMail, { request: { url: '/?to=ann%40example.org' } }],
    ['the address of the sender', byAddress, { message: 'x' }, { senderAddress: '203.0.113.7' }],
    ['a source line of a map', byMail, {}, { mapped: { frames: ['send("ann@example.org")'] } }],
    [
      'a note about a removed field',
      byMail,
      {},
      { cut: ['ann@example.org: all 9 bytes left out'] },
    ],
    ['a long number', byNumber, { extra: { customer: 47_114_711 } }],
    ['a number that JSON.parse rounds', bySnowflake, '{"extra":{"id":12345678901234567891}}'],
    ['a repeated field', byMail, '{"message":"to ann@example.org","message":""}'],
    [
      'a repeated field with escapes',
      byMail,
      String.raw`{"user":{"email":"ann\u0040example.org"},"user":{"id":"7"}}`,
    ],
    ['an event that cannot be read', byMail, 'ann@example.org'],
    ['an event that is nested too deep', byMail, `{"extra":${DEEP},"message":"ann@example.org"}`],
  ])('finds a mention in %s, and knows no other names by it', (_, person, event, meta = {}) => {
    const found = find(person, event, meta);
    expect(found).toMatchObject({ isEventUser: false, others: [] });
    expect(found?.redact('ann@example.org, ann.smith')).toBe(
      person === byMail ? '[Erased], ann.smith' : 'ann@example.org, ann.smith',
    );
  });

  it('knows the user by the address of the sender, where that is the user', () => {
    const event = { platform: 'javascript', message: 'x' };
    expect(find(byAddress, event, { senderAddress: '203.0.113.7' })).toMatchObject({
      isEventUser: true,
    });
  });

  it.each([
    'source',
    'eventId',
    'projectId',
    'message',
    'platform',
    'exception',
    'values',
    'browser',
  ])(
    'does not take a field of the protocol for the id %s, but a field that a sender names',
    (value) => {
      const person = new Person({ kind: 'id', value });
      const path = `request.${value}`;
      const meta = { mapped: { stacks: [] }, hidden: [{ path, rule: 'name', count: 1 }] };
      const event = {
        platform: 'node',
        message: String.raw`C:\x`,
        exception: { values: [{ type: 'E', mechanism: { source: 'x' } }] },
        contexts: { browser: { name: 'Firefox' } },
      };
      expect(find(person, event, meta)).toBeUndefined();
      const deep = `{"source":1,"${value}":"","x":${DEEP}}`;
      expect(find(person, deep)).toBeUndefined();
      expect(person.isNamedIn(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n${deep}`)).toBe(
        false,
      );
      const own = { [value]: 1 };
      for (const named of [
        { extra: own },
        { tags: own },
        { contexts: { cart: own } },
        { contexts: { state: { state: { value: own } } } },
        { breadcrumbs: { values: [{ data: own }] } },
        { exception: { values: [{ stacktrace: { frames: [{ vars: own }] } }] } },
        { message: `${value}!`.padStart(9) },
      ]) {
        expect(find(person, named)).toMatchObject({ isEventUser: false });
      }
    },
  );

  it('finds nothing in an event that does not name the person', () => {
    const event = {
      user: { id: 47, email: 'joann@example.org' },
      message: '4711 rows',
      extra: { n: 4711, list: [1], customer: '12345678901234567892' },
    };
    for (const person of [byId, byMail, byAddress, byNumber, bySnowflake]) {
      expect(find(person, event)).toBeUndefined();
    }
  });
});

it.each([
  [byMail, 'x\n{"type":"event"}\n{"user":{"email":"ann\\u0040example.org"}}', true],
  [byMail, '{"type":"attachment"}\nsome text of ann@example.org', true],
  [byId, '{"type":"event"}\n{"user":{"id":4711}}', true],
  [byId, '{"type":"event","length":4711}\n{"user":{"id":4712}}\nline 4711', false],
  [byMail, `{"type":"event"}\n{"extra":${DEEP},"message":"ann@example.org"}`, true],
])(
  'a person is found in a report only where it names the person: case %#',
  (person, report, isNamed) => {
    expect(person.isNamedIn(report)).toBe(isNamed);
  },
);

it('a person is known in counts by each hash that the name may have', () => {
  expect(byMail.listUserHashes()).toHaveLength(3);
  expect(byAddress.listUserHashes()).toHaveLength(1);
});

it.each([
  ['x', 40, 30],
  ['я', 20, 18],
  ['👩', 10, 9],
])('a person is known by a name of %s that was cut to 40 bytes', (letter, cut, shorter) => {
  const person = new Person({ kind: 'id', value: letter.repeat(50) });
  expect(person.isCut(letter.repeat(cut))).toBe(true);
  expect(person.isCut(letter.repeat(shorter))).toBe(false);
});
