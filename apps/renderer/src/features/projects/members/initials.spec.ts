import { expect, it } from '@jest/globals';
import { toInitials } from './initials.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada@example.org', 'A'],
  ['ada.king.lovelace@example.org', 'AL'],
  ['  ', '?'],
  ['𝒜da 山田', '𝒜山'],
])('toInitials turns "%s" into "%s"', (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});
