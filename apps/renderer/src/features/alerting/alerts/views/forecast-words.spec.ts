import { expect, it } from '@jest/globals';
import { describeForecast } from './forecast-words.ts';

const none = (kind: 'new' | 'events' | 'crashFree') => ({ kind, about: 0, least: 0, most: 0 });

it.each([
  ['never for what is counted', 'never', [none('new')], []],
  ['hardly ever for events', 'hardly ever', [none('new'), none('events')], []],
  ['hardly ever for sessions', 'hardly ever', [none('crashFree')], []],
  ['hardly ever beside what nothing stored tells', 'hardly ever', [none('new')], ['users']],
] as const)('describeForecast says %s', (_, words, parts, unknown) => {
  const told = describeForecast({ parts, unknown, isAtLeast: false });
  expect(told).toContain(`It would have fired ${words} in 14 days.`);
});
