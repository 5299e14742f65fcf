import { expect, it } from '@jest/globals';
import { toMailState } from './getting-started.service.ts';

const WAITING = { address: 'ada@example.org', state: 'waiting' } as const;
const OF_CHANNEL = { state: 'sent', triedAtMs: 3 } as const;
const SENT = { address: 'ada@example.org', state: 'sent', triedAtMs: 2 } as const;
const REFUSED = { ...WAITING, triedAtMs: 1, answer: '535 denied' };

it.each([
  ['no mail', [OF_CHANNEL, WAITING], { isSet: true }],
  ['a sent mail', [WAITING, SENT, REFUSED], { isSet: true, last: { isSent: true, answer: '' } }],
  [
    'a refused mail',
    [OF_CHANNEL, REFUSED, SENT],
    { isSet: true, last: { isSent: false, answer: '535 denied' } },
  ],
])('toMailState goes by the latest mail that was tried: %s', (_, deliveries, state) => {
  expect(toMailState(deliveries)).toEqual(state);
});
