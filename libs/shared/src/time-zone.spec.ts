import { expect, it } from '@jest/globals';
import { isTimeZone } from './time-zone.ts';

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a time zone: %j', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});
