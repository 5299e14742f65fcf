import { describe, expect, it } from '@jest/globals';
import { toReportsBanners, toSignInBanners } from './banners.ts';

describe('banners', () => {
  it('are absent while reports are current and no sign-in is suspicious', () => {
    expect([...toReportsBanners({}), ...toSignInBanners({})]).toEqual([]);
  });

  it('name the delay of reports, or else that the relay does not answer', () => {
    const silence = 'The relay does not answer.';
    const behind = expect.objectContaining({
      title: 'Reports are 2 minutes behind.',
      isUrgent: true,
    });
    expect(toReportsBanners({ behindMs: 125_000 })).toEqual([behind]);
    expect(toReportsBanners({ behindMs: 125_000, silence })).toEqual([behind]);
    const [silent] = toReportsBanners({ silence, silentSinceMs: Date.UTC(2026, 0, 5, 12) });
    expect(silent?.text).toContain('No answer since 2026-01-05 12:00:00 UTC.');
    expect(toReportsBanners({ silence })).toEqual([
      { title: silence, text: expect.stringContaining('may be missing'), isUrgent: true },
    ]);
  });

  it('say once that reports are refused, with the reason and the remedy for operators alone', () => {
    const state = { refusal: 'The disk is full.', behindMs: 125_000, silence: 'One is silent.' };
    expect(toReportsBanners(state, { isOperator: true })).toEqual([
      {
        title: 'Reports are refused.',
        text: 'The disk is full.',
        link: { name: 'What to do', href: '/settings/operation' },
        isUrgent: true,
      },
    ]);
    expect(toReportsBanners(state)).toEqual([
      { title: 'Reports are refused.', text: 'The owners of Errata can see why.', isUrgent: true },
    ]);
  });

  it('name the failed sign-ins, and a proxy that TRUST_PROXY does not name', () => {
    const [tries, proxy, ...others] = toSignInBanners({ tries: 120, proxy: '10.0.0.7' });
    expect(tries?.text).toContain(' 120 sign-ins failed');
    expect(proxy?.title).toContain('at 10.0.0.7 ');
    expect(others).toEqual([]);
  });
});
