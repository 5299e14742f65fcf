import { expect, it } from '@jest/globals';
import type { Channel, StoredAlertRule } from '#persistence';
import { defaultAlertRule } from '#shared';
import { toSilenceFacts } from './rule-words.ts';

const NOBODY = 'This rule reaches nobody: give it a channel, or members by mail.';
const channel = { kind: 'webhook', hint: '', createdAtMs: 0 } as const;
const CHANNELS: readonly Channel[] = [
  { ...channel, id: 1, name: 'Ops' },
  { ...channel, id: 2, name: 'Old', gone: { atMs: 1, reason: '410' } },
];

it.each([
  ['nobody', { toMembers: false }, [NOBODY]],
  ['a channel', { toMembers: false, channels: [1] }, []],
  [
    'a channel that is gone',
    { toMembers: false, channels: [2] },
    [
      'The channel Old is switched off, because its receiver answered that it no longer exists.',
      NOBODY,
    ],
  ],
  ['members', { people: 1 }, []],
  ['members who want no mail', {}, ['No member wants mail about rules.', NOBODY]],
  [
    'members without SMTP',
    { isMailSet: false, channels: [1] },
    ['No mail is sent, since SMTP_URL is not set.'],
  ],
] as const)('says whom a rule does not reach that goes to %s', (_, facts, unreached) => {
  const {
    people = 0,
    isMailSet = true,
    ...changed
  } = { ...facts } as {
    people?: number;
    isMailSet?: boolean;
  };
  const rule: StoredAlertRule = { ...defaultAlertRule, ...changed, id: 1, version: 1 };
  const silence = { people, inSummary: 0, untold: 0, waits: [] };
  const told = toSilenceFacts(silence, { rule, channels: CHANNELS, isMailSet });
  expect(told.unreached).toEqual(unreached);
  expect(told.isReached).toBe(!told.unreached.includes(NOBODY));
});
