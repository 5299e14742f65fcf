import { describe, expect, it } from '@jest/globals';
import type { Clock } from '#shared';
import { SenderClocks } from './sender-clocks.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const clock: Clock = { nowMs: () => NOON_MS };
const sdk = { name: 'sentry.javascript.node', version: '10.78.0' };
const owner = { projectId: 1, address: '198.51.100.4' };
const sentAt = new Date(NOON_MS + 300_000).toISOString();

describe('SenderClocks', () => {
  it('gives a report without a time of sending the clock of the report before it', () => {
    const clocks = new SenderClocks(clock);
    expect(clocks.follow({ sdk }, owner)).toBeUndefined();
    expect(clocks.follow({ sdk, sentAt }, owner)).toBeUndefined();
    expect(clocks.follow({ sdk, sentAt: 'soon' }, owner)).toBe(-300_000);
  });

  it.each([
    ['another project', { projectId: 2 }, {}],
    ['another address', { address: '198.51.100.5' }, {}],
    ['no address', { address: undefined }, {}],
    ['another SDK', {}, { sdk: { ...sdk, name: 'sentry.javascript.browser' } }],
    ['no SDK', {}, { sdk: undefined }],
  ])('does not mistake a sender for another: %s', (_what, otherOwner, header) => {
    const clocks = new SenderClocks(clock);
    clocks.follow({ sdk, sentAt }, owner);
    expect(clocks.follow({ sdk, ...header }, { ...owner, ...otherOwner })).toBeUndefined();
  });

  it('keeps no more of a name than SDKs have, because anybody may send a long one', () => {
    const clocks = new SenderClocks(clock);
    const long = { ...sdk, name: `${'x'.repeat(60)}1` };
    clocks.follow({ sdk: long, sentAt }, owner);
    const other = { ...long, name: `${'x'.repeat(60)}2` };
    expect(clocks.follow({ sdk: other }, owner)).toBe(-300_000);
  });

  it('forgets the sender that was silent for longest when there are 10,000 others', () => {
    const clocks = new SenderClocks(clock);
    for (let at = 0; at <= 10_000; at += 1) {
      clocks.follow({ sdk, sentAt }, { ...owner, address: `${at}` });
      clocks.follow({ sdk, sentAt }, { ...owner, address: 'busy' });
    }
    const known = ['0', '1', '2', 'busy'].map((address) =>
      clocks.follow({ sdk }, { ...owner, address }),
    );
    expect(known.map((each) => each !== undefined)).toEqual([false, false, true, true]);
  });
});
