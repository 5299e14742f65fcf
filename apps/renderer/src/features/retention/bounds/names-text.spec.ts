import { expect, it } from '@jest/globals';
import { describeShortage } from './names-text.ts';

it.each([
  [
    { kind: 'environment', events: 1234 },
    'web sends more environments than Errata tells apart (200, and 20 new ones an hour of each key). In the last 24 hours 1,234 events count as others: a filter or a search by environment does not find them.',
  ],
  [
    { kind: 'release', events: 1 },
    'web sends more releases than Errata tells apart (10,000, and 200 new ones an hour of each key). In the last 24 hours 1 event counts as other: a filter or a search by release does not find them.',
  ],
  [
    { kind: 'pair', events: 600 },
    'web has sessions of more releases and environments than a day tells apart (500). In the last 24 hours 600 sessions counted as others.',
  ],
] as const)('describeShortage says of %j which names ran out', (shortage, text) => {
  expect(describeShortage(shortage, 'web')).toBe(text);
});
