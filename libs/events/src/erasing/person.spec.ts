import { describe, expect, it } from '@jest/globals';
import { readStoredEvent } from '../storing/stored-event.ts';
import { Person } from './person.ts';

const META = { source: 'event', eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 0 };
const ANN = {
  id: 4711,
  email: 'ann@example.org',
  username: 'ann.smith',
  ip_address: '203.0.113.7',
};

function erase(person: Person, event: object, meta: object = {}) {
  const json = JSON.stringify({ meta: { ...META, ...meta }, event });
  const erased = person.eraseEvent({ json });
  return erased && { ...erased, ...readStoredEvent(erased.json.join('')) };
}

const byId = new Person({ kind: 'id', value: '4711' });
const byMail = new Person({ kind: 'email', value: 'ann@example.org' });
const byAddress = new Person({ kind: 'address', value: '203.0.113.7' });

describe('Person', () => {
  it.each([
    ['id', byId],
    ['mail address', byMail],
    ['network address', byAddress],
  ])('erases a user’s own event by each of the user’s names, known by the %s', (_name, person) => {
    const erased = erase(
      person,
      {
        user: { ...ANN, name: 'Ann Smith', plan: 'pro', geo: { city: 'Ulm' } },
        message: 'No cart for ann@example.org (Ann Smith)',
        tags: [
          ['user.id', '4711'],
          ['browser', 'Firefox'],
        ],
        request: {
          url: 'https://app.example/u/ann.smith?mail=ann%40example.org',
          headers: [
            ['X-Forwarded-For', '198.51.100.1, 203.0.113.7'],
            ['Accept', '*/*'],
          ],
          env: { REMOTE_ADDR: '198.51.100.1' },
        },
        breadcrumbs: { values: [{ message: 'GET /4711', data: { 'ann@example.org': [203] } }] },
        extra: { line: 4711 },
      },
      { senderAddress: '198.51.100.9' },
    );
    expect(erased).toMatchObject({ isEventUser: true, userHash: expect.any(String) });
    expect(erased?.meta).toEqual(META);
    expect(erased?.event).toEqual({
      user: { id: '[Erased]' },
      message: 'No cart for [Erased] ([Erased])',
      tags: [
        ['user.id', '[Erased]'],
        ['browser', 'Firefox'],
      ],
      request: {
        url: 'https://app.example/u/[Erased]?mail=[Erased]',
        headers: [
          ['X-Forwarded-For', '[Erased]'],
          ['Accept', '*/*'],
        ],
        env: { REMOTE_ADDR: '[Erased]' },
      },
      breadcrumbs: { values: [{ message: 'GET /4711', data: { '[Erased]': [203] } }] },
      extra: { line: 4711 },
    });
    expect(erased?.redact('ann.smith from 203.0.113.7')).toBe('[Erased] from [Erased]');
  });

  it('erases the names alone in the event of another user', () => {
    const event = {
      user: { id: 'bob' },
      message: 'ann@example.org called 203.0.113.7',
      extra: { n: 1 },
    };
    const erased = erase(byMail, event, { senderAddress: '203.0.113.7' });
    expect(erased?.isEventUser).toBe(false);
    expect(erased?.event).toEqual({ ...event, message: '[Erased] called 203.0.113.7' });
    expect(erased?.meta).toMatchObject({ senderAddress: '203.0.113.7' });
  });

  it('recognises the user by the address of the sender, where that is the user', () => {
    const event = { platform: 'javascript', message: 'x' };
    const erased = erase(byAddress, event, { senderAddress: '203.0.113.7' });
    expect(erased).toMatchObject({ isEventUser: true, meta: META, event });
  });

  it('finds an id that is a long number as a number, too', () => {
    const person = new Person({ kind: 'id', value: '47114711' });
    expect(erase(person, { extra: { customer: 47_114_711, n: 4711 } })?.event).toEqual({
      extra: { customer: '[Erased]', n: 4711 },
    });
  });

  it('leaves an event alone that does not name the person', () => {
    const event = {
      user: { id: 47, email: 'joann@example.org' },
      message: '4711 rows',
      extra: { n: 4711 },
    };
    for (const person of [byId, byMail, byAddress]) expect(erase(person, event)).toBeUndefined();
  });
});

it.each([
  [byMail, 'x\n{"type":"event"}\n{"user":{"email":"ann\\u0040example.org"}}', true],
  [byMail, '{"type":"attachment"}\nsome text of ann@example.org', true],
  [byId, '{"type":"event"}\n{"user":{"id":4711}}', true],
  [byId, '{"type":"event","length":4711}\n{"user":{"id":4712}}\nline 4711', false],
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
