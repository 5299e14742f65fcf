import { describe, expect, it } from '@jest/globals';
import type { AlertedFiring, DueAlert, RuleTest } from '../index.ts';
import { composeAlert, composeRuleTest } from './compose-alert.ts';

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

  it('leaves the line of code out when the event cannot be read', () => {
    const { issues } = compose([createFiring({ payload: { json: '{' } })]);
    expect(issues).toMatchObject([{ shortId: 'WEB-42' }]);
    expect(issues[0]?.code).toBeUndefined();
  });

  it('names the module of the line of code where the frame has no file', () => {
    const frame = { module: 'shop.Cart', lineno: 12, in_app: true, context_line: 'total();' };
    const exception = { values: [{ type: 'TypeError', stacktrace: { frames: [frame] } }] };
    const json = createFiring().payload!.json.replace(
      JSON.stringify(SENT),
      JSON.stringify({ exception }),
    );
    const { issues } = compose([createFiring({ payload: { json } })]);
    expect(issues[0]?.code).toEqual({ file: 'shop.Cart', line: 12, text: 'total();' });
  });

  const { issue, payload: _, ...ofProject } = createFiring();
  const withIssue = (traits: object) => createFiring({ issue: { ...issue!, ...traits } });
  const { ruleId: __, ruleName: ___, ...notice } = createFiring();
  const api = createFiring({ project: { id: 2, slug: 'api', name: 'Api' } });
  const many = { kind: 'events', count: 500, minutes: 5, of: 'project' } as const;
  const fell = { kind: 'crashFree', isUnder: true, percent: 99.5, hours: 24 } as const;
  const ofRelease = {
    ...ofProject,
    release: 'web@1.4.2',
    reason: { ...fell, sessions: 1250, crashed: 22 },
  };
  const recovered = { ...ofRelease.reason, isUnder: false, crashed: 1, fellBefore: 'ios@2' };
  const end = { kind: 'over', how: 'resolved', release: '1.5' } as const;
  const type = 'org.springframework.web.servlet.resource.NoResourceFoundException';

  it.each<readonly [string, readonly AlertedFiring[], Partial<DueAlert>, object]>([
    [
      'shortens a long type in the title, and keeps it whole in the issue',
      [withIssue({ type })],
      {},
      { title: 'WEB-42 new: NoResourceFoundException: x is undefined', issues: [{ type }] },
    ],
    [
      'counts several issues, and links to the list of their project',
      [createFiring(), createFiring()],
      { more: 5, isSummary: true },
      {
        kind: 'summary',
        title: '7 issues in Web shop: TypeError: x is undefined',
        more: 5,
        url: `${URL}/issues?project=web`,
      },
    ],
    [
      'names several projects, and links to the list of all',
      [createFiring(), api],
      {},
      { title: '2 issues in Web shop, Api: TypeError: x is undefined', url: `${URL}/issues` },
    ],
    [
      'counts the events of a whole project, without an issue',
      [{ ...ofProject, reason: many }],
      {},
      {
        title: 'Web shop: 500 events in 5 minutes in the project',
        lines: ['Web shop: 500 events in 5 minutes in the project.', 'By the rule "New issues".'],
        issues: [],
        url: `${URL}/issues?project=web`,
      },
    ],
    [
      'begins an incident with a release that fell under its limit',
      [ofRelease],
      {},
      {
        kind: 'issues',
        incident: 'crash-free-1',
        title: 'Web shop web@1.4.2: 98.24 % crash-free sessions, under 99.5 %',
        lines: ['22 of 1,250 sessions crashed in 24 hours.', 'By the rule "New issues".'],
        level: 'error',
        url: `${URL}/releases/web%401.4.2`,
      },
    ],
    [
      'ends an incident, and names the release that had fallen',
      [{ ...ofRelease, reason: recovered }],
      {},
      {
        incident: 'crash-free-1',
        lines: [
          '1 of 1,250 sessions crashed in 24 hours.',
          'web@1.4.2 is judged now, and not ios@2.',
          'By the rule "New issues".',
        ],
        level: 'ok',
      },
    ],
    [
      'says how an issue ended',
      [createFiring({ reason: end, by: 'Ann', lastedMs: 7_200_000 })],
      {},
      {
        kind: 'over',
        title: 'WEB-42 resolved: TypeError: x is undefined',
        lines: ['Resolved by Ann in release 1.5 after 2 hours.', 'By the rule "New issues".'],
        level: 'ok',
        issues: [
          { id: 7, end: { how: 'resolved', by: 'Ann', release: '1.5', lastedMs: 7_200_000 } },
        ],
      },
    ],
    [
      'says that a monitor runs again, without its last failure',
      [createFiring({ reason: { kind: 'over', how: 'recovered' }, lastedMs: 60_000 })],
      {},
      {
        title: 'WEB-42 runs again: TypeError',
        lines: ['Runs again after 1 minute.', expect.any(String)],
      },
    ],
    [
      'counts several ends',
      [createFiring({ reason: end }), createFiring({ reason: end })],
      { isSummary: true },
      { kind: 'over', title: '2 issues are over in Web shop: TypeError: x is undefined' },
    ],
    [
      'counts the issues beyond those that a pager got one by one',
      [],
      { more: 10 },
      {
        kind: 'issues',
        title: 'Issues beyond those that were told one by one: 10',
        lines: [],
        issues: [],
        more: 10,
        url: `${URL}/issues`,
      },
    ],
    [
      'tells a person who assigned an issue to them',
      [{ ...notice, reason: { kind: 'assigned' }, by: 'Ann' }],
      {},
      {
        kind: 'person',
        title: 'WEB-42 assigned to you: TypeError: x is undefined',
        lines: ['By Ann.', 'Since 2026-01-05 11:59:00 UTC.'],
      },
    ],
  ])('%s', (_name, firings, traits, expected) => {
    expect(compose(firings, traits)).toMatchObject(expected);
  });

  it('cuts a title that is too long for a lock screen, and keeps it on one line', () => {
    const value = `first\nsecond ${'\ud83d\ude00'.repeat(200)}`;
    const { title } = compose([withIssue({ value })]);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/^WEB-42 new: TypeError: first second (?:\ud83d\ude00)+…$/u);
  });

  it.each([
    ['an issue', true, createFiring(), ['reason: as a test'], 3],
    ['no issue', true, undefined, [], 2],
    ['no issue, for a rule about sessions', false, undefined, [], 1],
  ])('marks the test of a rule with %s as a test', (_name, isOfIssues, firing, issues, lines) => {
    const project = { slug: 'web', name: 'Web shop' };
    const test: RuleTest = { id: 'one', ruleName: 'Fatal', isOfIssues, project, nowMs: NOON_MS };
    const message = composeRuleTest(firing ? { ...test, firing } : test, URL);
    expect(message).toMatchObject({ id: 'one', kind: 'test', title: 'Test of the rule Fatal' });
    expect(message.lines[0]).toContain('Nothing has happened');
    expect(message.lines).toHaveLength(lines);
    expect(message.issues.map(({ reason }) => `reason: ${reason}`)).toEqual(issues);
  });
});
