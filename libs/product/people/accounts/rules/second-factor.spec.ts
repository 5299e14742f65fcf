import { expect, it } from '@jest/globals';
import { needsConfirmation } from './second-factor.ts';

const HOUR_MS = 3_600_000;
const BEGUN = { createdAtMs: 0 };

it.each([
  ['a password alone', BEGUN, 100, false],
  ['a proof of 11 hours', { ...BEGUN, confirmedAtMs: HOUR_MS }, 12, false],
  ['a proof of 12 hours', { ...BEGUN, confirmedAtMs: HOUR_MS }, 13, true],
  ['a provider of 11 hours', { ...BEGUN, provider: 'Acme' }, 11, false],
  ['a provider of 12 hours', { ...BEGUN, provider: 'Acme' }, 12, true],
  [
    'a provider and a later proof',
    { ...BEGUN, provider: 'Acme', confirmedAtMs: HOUR_MS },
    12,
    false,
  ],
])(
  'needsConfirmation judges a session with %s (%j) after %i hours: %s',
  (_, session, hours, isAsked) => {
    expect(needsConfirmation(session, hours * HOUR_MS)).toBe(isAsked);
  },
);
