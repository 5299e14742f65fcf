import { describe, expect, it } from '@jest/globals';
import { toGitHubHealth, toGitLab } from './annotations.ts';
import { isUnder, toHealthText } from './health.ts';
import type { JudgedHealth } from './health.ts';

const permalink = 'https://errors.example.com/releases/web%401.4.0';
const judge = (sessions: number, crashed: number, minPercent = 99.7): JudgedHealth => ({
  health: { version: 'web@1.4.0', sessions, crashed, permalink },
  limit: { minPercent, minSessions: 100 },
});

describe('the health of a release', () => {
  it.each([
    [1000, 3, false, '99.7 % crash-free sessions, at least 99.7 % (3 of 1000 crashed)'],
    [1000, 4, true, '99.6 % crash-free sessions, under 99.7 % (4 of 1000 crashed)'],
    [99, 99, false, 'crash-free sessions are not judged below 100 sessions (99 of 99 crashed)'],
    // Updates may arrive before the beginning of their session.
    [100, 101, true, '0 % crash-free sessions, under 99.7 % (101 of 100 crashed)'],
    [3_000_001, 9001, true, '99.69 % crash-free sessions, under 99.7 % (9001 of 3000001 crashed)'],
  ])('is under the limit with %p sessions and %p crashes: %p', (sessions, crashed, under, text) => {
    const judged = judge(sessions, crashed);
    expect(isUnder(judged)).toBe(under);
    expect(toHealthText(judged)).toBe(`web@1.4.0: ${text}`);
  });

  it.each([
    [3, 1000, false, '99.7 % sessions without unhandled errors, at least 99.7 % (3 of 1000'],
    [4, 1000, true, '99.6 % sessions without unhandled errors, under 99.7 % (4 of 1000'],
    [9, 99, false, 'sessions without unhandled errors are not judged below 100 sessions (9 of 99'],
  ])('counts unhandled errors where its limit does: %p of %p', (failed, failedOf, under, text) => {
    const { health, limit } = judge(5000, 0);
    const judged = {
      health: { ...health, failed, failedOf },
      limit: { ...limit, withUnhandled: true },
    } as const;
    expect(isUnder(judged)).toBe(under);
    expect(toHealthText(judged)).toBe(`web@1.4.0: ${text} crashed or had one)`);
    expect(toGitHubHealth(judged)).toContain('fails too often');
  });

  it('is an annotation, from which no version escapes', () => {
    const { health, limit } = judge(1000, 4);
    const told = toGitHubHealth({ health: { ...health, version: 'a:b\n::error::%' }, limit });
    expect(told).toBe(
      `::error title=a%3Ab %3A%3Aerror%3A%3A%25 crashes too often::a:b ::error::%25: 99.6 %25 crash-free sessions, under 99.7 %25 (4 of 1000 crashed)%0A${permalink.replace('%', '%25')}`,
    );
  });

  it('is a link in a report, unless the release has no page', () => {
    const { health, limit } = judge(1000, 4);
    const pageless = { health: { ...health, permalink: null }, limit };
    const label = 'web@1.4.0: 99.6 % crash-free sessions, under 99.7 % (4 of 1000 crashed)';
    expect(JSON.parse(toGitLab([], [{ health, limit }, pageless]))).toEqual({
      'Errata gate': [{ external_link: { label, url: permalink } }],
    });
  });
});
