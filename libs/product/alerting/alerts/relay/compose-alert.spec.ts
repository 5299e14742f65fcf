import { describe, expect, it } from '@jest/globals';
import type { DueAlert, AlertedFiring } from '../index.ts';
import { composeAlert } from './compose-alert.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const URL = 'https://errata.example.org/console';

const SENT = {
  platform: 'node',
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'x is undefined',
        stacktrace: {
          frames: [
            { filename: 'a.js', lineno: 1, in_app: false, context_line: 'not this();' },
            { filename: 'cart.js', lineno: 12, in_app: true, context_line: '  return cart.total;' },
          ],
        },
      },
    ],
  },
};

function createFiring(traits: Partial<AlertedFiring> = {}): AlertedFiring {
  return {
    reason: { kind: 'new' },
    atMs: NOON_MS,
    ruleId: 1,
    ruleName: 'New issues',
    project: { id: 1, slug: 'web', name: 'Web shop' },
    issue: {
      id: 7,
      number: 42,
      type: 'TypeError',
      value: 'x is undefined',
      place: 'total (cart.js:12)',
      level: 'error',
      status: 'unresolved',
      events: 3,
      users: 2,
      firstSeenMs: NOON_MS - 60_000,
      lastSeenMs: NOON_MS,
    },
    environment: 'production',
    release: '1.4.2',
    payload: {
      json: JSON.stringify({
        meta: { source: 'event', eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: NOON_MS },
        event: SENT,
      }),
    },
    ...traits,
  };
}

function compose(firings: readonly AlertedFiring[], traits: Partial<DueAlert> = {}) {
  const alert = { id: 'one', firings, more: 0, isSummary: false, nowMs: NOON_MS, ...traits };
  return composeAlert(alert, URL);
}

describe('composeAlert', () => {
  it('describes one issue completely, with the line of code that failed', () => {
    expect(compose([createFiring()])).toEqual({
      id: 'one',
      kind: 'issues',
      title: 'WEB-42 new: TypeError: x is undefined',
      lines: ['Since 2026-01-05 11:59:00 UTC.', 'By the rule "New issues".'],
      level: 'error',
      project: { slug: 'web', name: 'Web shop' },
      issues: [
        {
          id: 7,
          shortId: 'WEB-42',
          reason: 'new',
          type: 'TypeError',
          message: 'x is undefined',
          place: 'total (cart.js:12)',
          code: { file: 'cart.js', line: 12, text: 'return cart.total;' },
          level: 'error',
          environment: 'production',
          release: '1.4.2',
          events: 3,
          users: 2,
          firstSeenMs: NOON_MS - 60_000,
          lastSeenMs: NOON_MS,
          url: `${URL}/issues/7`,
        },
      ],
      more: 0,
      url: `${URL}/issues/7`,
      atMs: NOON_MS,
    });
  });

  it('shortens a long type in the title, and keeps it whole in the issue', () => {
    const type = 'org.springframework.web.servlet.resource.NoResourceFoundException';
    const { issue } = createFiring();
    const { title, issues } = compose([createFiring({ issue: { ...issue!, type } })]);
    expect(title).toBe('WEB-42 new: NoResourceFoundException: x is undefined');
    expect(issues[0]?.type).toBe(type);
  });

  it('counts several issues, names their projects, and links to the list', () => {
    const other = createFiring({ project: { id: 2, slug: 'api', name: 'Api' } });
    const ofOne = compose([createFiring(), createFiring()], { more: 5, isSummary: true });
    expect(ofOne).toMatchObject({
      kind: 'summary',
      title: '7 issues in Web shop: TypeError: x is undefined',
      more: 5,
      url: `${URL}/issues?project=web`,
    });
    const ofTwo = compose([createFiring(), other]);
    expect(ofTwo).toMatchObject({ title: expect.stringMatching(/^2 issues in Web shop, Api: /) });
    expect(ofTwo.url).toBe(`${URL}/issues`);
    expect(ofTwo).not.toHaveProperty('project');
  });

  it('counts the events of a whole project, without an issue', () => {
    const {
      issue: _,
      payload: __,
      ...firing
    } = createFiring({
      reason: { kind: 'events', count: 500, minutes: 5, of: 'project' },
    });
    expect(compose([firing])).toMatchObject({
      title: 'Web shop: 500 events in 5 minutes in the project',
      issues: [],
      url: `${URL}/issues?project=web`,
    });
  });

  it.each([
    [true, 22, '98.24 % crash-free sessions, under 99.5 %', '22', 'error'],
    [false, 3, '99.76 % crash-free sessions, no longer under 99.5 %', '3', 'ok'],
  ] as const)(
    'reports the crash-free sessions of a release, under the limit: %p',
    (isUnder, crashed, text, many, level) => {
      const { issue: _, payload: __, ...rest } = createFiring();
      const figures = { percent: 99.5, hours: 24, sessions: 1250, crashed };
      const reason = { kind: 'crashFree', isUnder, ...figures } as const;
      const firing = { ...rest, ruleName: 'Health', release: 'web@1.4.2', reason };
      const numbers = `${many} of 1,250 sessions crashed in 24 hours.`;
      expect(compose([firing])).toMatchObject({
        kind: 'issues',
        incident: 'crash-free-1',
        title: `Web shop web@1.4.2: ${text}`,
        lines: [numbers, 'By the rule "Health".'],
        level,
        url: `${URL}/releases/web%401.4.2`,
      });
    },
  );

  it('names the release that had fallen when another release is judged now', () => {
    const { issue: _, payload: __, ruleName: ___, ...rest } = createFiring();
    const figures = { percent: 99.5, hours: 1, sessions: 1000, crashed: 1 };
    const reason = { kind: 'crashFree', isUnder: false, fellBefore: 'ios@2', ...figures } as const;
    expect(compose([{ ...rest, release: 'web@5', reason }])).toMatchObject({
      title: 'Web shop web@5: 99.9 % crash-free sessions, not under 99.5 %; ios@2 had fallen',
      lines: ['1 of 1,000 sessions crashed in an hour.', 'web@5 is judged now, and not ios@2.'],
      level: 'ok',
    });
  });

  it('tells a person who assigned an issue to them', () => {
    const {
      ruleId: _,
      ruleName: __,
      ...firing
    } = createFiring({
      reason: { kind: 'assigned' },
      by: 'Ann',
    });
    expect(compose([firing])).toMatchObject({
      kind: 'person',
      title: 'WEB-42 assigned to you: TypeError: x is undefined',
      lines: ['By Ann.', 'Since 2026-01-05 11:59:00 UTC.'],
    });
  });

  it('cuts a title that is too long for a lock screen, and keeps it on one line', () => {
    const { issue } = createFiring();
    const value = `first\nsecond ${'\ud83d\ude00'.repeat(200)}`;
    const { title } = compose([createFiring({ issue: { ...issue!, value } })]);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/^WEB-42 new: TypeError: first second (?:\ud83d\ude00)+…$/u);
  });
});
