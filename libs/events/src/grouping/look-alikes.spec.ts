import { describe, expect, it } from '@jest/globals';
import { raise, say, senderOf, type Sent, tree } from '../../test/pairs/shapes.ts';
import { groupEvent } from './group-event.ts';

const looksOf = (event: Sent) => groupEvent(event).lookAlikes;
const keyOf = (event: Sent): string => groupEvent(event).keys[0]!.key;

const js = senderOf('javascript');
const jvm = senderOf('java');
const py = senderOf('python');
const pay = 'pay@https://shop.example/js/pay.js:3:1';
const by = (name: string): string => `${name}@https://shop.example/js/cart.js:9:1`;

describe('events that are grouped apart', () => {
  it.each<[reason: string, one: Sent, other: Sent, alike: readonly string[]]>([
    [
      'one error reached by two ways',
      js('TypeError', 'no price of 7', [by('cart'), pay]),
      js('TypeError', 'no price of 12', [by('order'), pay]),
      ['words', 'place'],
    ],
    [
      'one message from two places',
      js('Error', 'no price', [pay]),
      js('Error', 'no price', [by('total')]),
      ['words'],
    ],
    [
      'two messages from one place, reached by two ways',
      js('Error', 'no price', [by('cart'), pay]),
      js('Error', 'no card', [by('order'), pay]),
      ['place'],
    ],
    [
      'a place whose line of code was edited',
      py('ValueError', 'bad rate', ['shop.pay | charge(rate)']),
      py('ValueError', 'bad rate', ['shop.pay | charge(rate, 2)']),
      ['words', 'place'],
    ],
    [
      'another type',
      js('Error', 'no price', [by('cart'), pay]),
      js('RangeError', 'no price', [by('order'), pay]),
      [],
    ],
    [
      'a wrapper around what failed, and that alone',
      raise('java', [
        { type: 'Oops', value: 'down', frames: ['com.acme.Db.query'] },
        { type: 'Failed', value: 'no answer', frames: ['com.acme.Web.get'] },
      ]),
      jvm('Failed', 'no answer', ['com.acme.Web.get']),
      ['words', 'place'],
    ],
    [
      'messages of two loggers',
      say('python', 'row 7 is bad', { logger: 'a' }),
      say('python', 'row 9 is bad', { logger: 'b' }),
      ['words'],
    ],
    [
      'two fingerprints',
      js('Error', 'no price', [pay]),
      { ...js('Error', 'no price', [pay]), fingerprint: ['gold'] },
      ['words', 'place'],
    ],
    [
      'texts of which only values are left',
      py('KeyError', "'a'", ['shop.a']),
      py('KeyError', "'b'", ['shop.b']),
      [],
    ],
  ])('share words, place, both or neither: %s', (_, one, other, alike) => {
    const [first, second] = [looksOf(one), looksOf(other)];
    expect(keyOf(one)).not.toBe(keyOf(other));
    const shared = (['words', 'place'] as const).filter(
      (likeness) => first[likeness] !== '' && first[likeness] === second[likeness],
    );
    expect(shared).toEqual(alike);
  });
});

it('an event without words and places has no look-alikes', () => {
  expect(looksOf({})).toEqual({ words: '', place: '' });
  expect(looksOf(js('Error', '17'))).toEqual({ words: '', place: '' });
});

it('an exception in a group looks like itself outside of the group', () => {
  const group = tree('python', [
    [1, 0, 'exceptions[0]', { type: 'A', value: 'no price', frames: ['shop.pay'] }],
    [0, undefined, '', { type: 'ExceptionGroup', value: '1 error', frames: ['shop.all'] }],
  ]);
  expect(looksOf(group)).toEqual(looksOf(py('A', 'no price', ['shop.pay'])));
});

it('the keys of look-alikes are short, and hide their parts', () => {
  const { words, place } = looksOf(js('Error', 'no price', [pay]));
  expect(words).toMatch(/^[\da-f]{16}$/);
  expect(place).toMatch(/^[\da-f]{16}$/);
  expect(words).not.toBe(place);
});
