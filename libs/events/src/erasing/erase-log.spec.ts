import { describe, expect, it } from '@jest/globals';
import { Person } from './person.ts';

const OTHERS = ['4711', 'ann.smith', 'Ann Smith'].map((value) => ({ kind: 'id' as const, value }));
const ann = new Person({ kind: 'email', value: 'ann@example.org' }, OTHERS);

type Row = readonly [what: string, body: string, sent: object, erased: Record<string, unknown>];

describe('eraseLog', () => {
  it.each<Row>([
    ['the searched name', 'to ann@example.org', { n: 3 }, { body: 'to [Erased]', n: 3 }],
    [
      'all names of the user whom the log itself names',
      'Annie (7) pays from 203.0.113.7',
      {
        'user.email': 'Ann@example.org',
        'user.id': 7,
        'user.name': 'Annie Smith',
        'client.address': '203.0.113.7',
        by: 'Annie Smith',
      },
      {
        body: 'Annie (7) pays from [Erased]',
        'user.email': '[Erased]',
        'user.id': '[Erased]',
        'user.name': '[Erased]',
        'client.address': '[Erased]',
        by: '[Erased]',
      },
    ],
    [
      'a name that events told',
      'Ann Smith pays',
      { 'user.name': 'Ann Smith' },
      { body: '[Erased] pays', 'user.name': '[Erased]' },
    ],
    [
      'an id that events told',
      'paid',
      { 'user.id': 4711 },
      { body: 'paid', 'user.id': '[Erased]' },
    ],
  ])('erases %s', (_, body, attributes, { body: left, ...rest }) => {
    const log = { atMs: 1, body, attributes: attributes as never };
    expect(ann.eraseLog(log)).toEqual({ atMs: 1, body: left, attributes: rest });
  });

  it('leaves short numbers and booleans of other logs alone that equal the id of a person', () => {
    const person = new Person({ kind: 'id', value: '200' });
    const attributes = { 'http.status': 200, 'user.id': 'bob' };
    expect(person.eraseLog({ body: 'ok', attributes })).toBeUndefined();
    const own = { 'http.status': 200, 'user.id': 200 };
    expect(person.eraseLog({ body: 'ok', attributes: own })?.attributes).toEqual({
      'http.status': 200,
      'user.id': '[Erased]',
    });
  });

  it.each<readonly [string, Record<string, string>]>([
    ['of another person', { 'user.email': 'bob@example.org' }],
    ['of a person with the same name', { 'user.name': 'Ann Smith', 'user.id': '12' }],
    [
      'of another person whose id a made-up event joined to the searched address',
      { 'user.email': 'bob@example.org', 'user.id': '4711' },
    ],
    ['with a name that events told, in other attributes', { author: 'Ann Smith', n: '4711' }],
  ])('leaves a log alone %s', (_, attributes) => {
    expect(ann.eraseLog({ body: 'ann.smith pays', attributes })).toBeUndefined();
  });
});
