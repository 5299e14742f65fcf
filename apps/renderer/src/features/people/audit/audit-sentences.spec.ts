import { describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { AuditEntry } from '#product/people/audit';
import { toSentence } from './audit-sentences.ts';

const NAMES = { projects: new Map([[1, 'web']]), people: new Map([[7, 'Bob']]) };
const KEY = '7039308659cc1ae82453005fb8d8d670';

const { texts } = createStores(openDatabase({ dataDir: import.meta.dirname })).audit;

const say = (entry: Partial<AuditEntry>): string =>
  toSentence({ id: 1, atMs: 0, what: '', ...entry }, NAMES, texts);

describe('toSentence', () => {
  it.each([
    [
      'issue.changed',
      { target: 'WEB-4', to: { change: 'resolved', token: 'triage' } },
      'changed WEB-4 with the token “triage”: resolved',
    ],
    [
      'settings.privacy',
      { target: 'secretNames', from: '["a","b…', to: ['a'] },
      'changed the secret names of web: too long to tell',
    ],
    ['project.created', { to: 'Shop' }, 'created the project Shop'],
    ['project.renamed', { from: 'web', to: 'Shop' }, 'renamed the project web to Shop'],
    ['project.deleted', { target: 'web', from: 'web' }, 'deleted the project web'],
    ['key.added', { target: KEY, to: true }, 'made the key 70393086… of web'],
    ['key.enabled', { target: KEY, from: true, to: false }, 'disabled the key 70393086… of web'],
    ['key.enabled', { target: KEY, from: false, to: true }, 'enabled the key 70393086… of web'],
    [
      'key.limited',
      { target: KEY, to: 600 },
      'limited the key 70393086… of web to 600 reports a minute',
    ],
    [
      'key.limited',
      { target: KEY, from: 600, to: 1 },
      'limited the key 70393086… of web to 1 report a minute, from 600 before',
    ],
    [
      'key.limited',
      { target: KEY, from: 600 },
      'no longer limited the key 70393086… of web (600 reports a minute before)',
    ],
    [
      'settings.intake',
      { target: 'reportsPerMinute', to: 1200 },
      'limited web to 1,200 reports a minute',
    ],
    [
      'settings.intake',
      {
        target: 'allowedOrigins',
        from: ['a.example'],
        to: ['a.example', 'b.example', 'c.example'],
      },
      'changed the allowed origins of web: added b.example and c.example',
    ],
    [
      'settings.retention',
      { target: 'days', from: 30, to: 14 },
      'changed the retention of web from 30 to 14 days',
    ],
    [
      'settings.retention',
      { target: 'days', to: 30 },
      'changed the retention of web from 90 to 30 days',
    ],
    [
      'settings.logs',
      { target: 'days', to: 14 },
      'changed how long logs of web are kept from 7 to 14 days',
    ],
    [
      'settings.logs',
      { target: 'days', from: 14, to: 0 },
      'changed how long logs of web are kept from 14 to 0 days',
    ],
    [
      'settings.logs',
      { target: 'level', to: 'warn' },
      'changed the least important level of kept logs of web from trace to warn',
    ],
    ['settings.spans', { target: 'taken', to: 'on' }, 'had spans of web count'],
    [
      'settings.filters',
      { target: 'crawlers', to: false },
      'switched the filter of crawlers in web off',
    ],
    [
      'settings.filters',
      { target: 'health', from: true },
      'switched the filter of health checks in web back to what it is without a choice',
    ],
    [
      'settings.privacy',
      { target: 'addresses', to: 'drop' },
      'changed what is done with network addresses in web from “shorten” to “drop”',
    ],
    [
      'settings.grouping-rules',
      { target: 'lines', from: ['a', '', 'b'], to: ['b', 'a'] },
      'changed the grouping rules of web: put in another order',
    ],
    [
      'settings.demo',
      { target: 'filledAtMs', to: 1795695401130 },
      'filled web with made-up events',
    ],
    [
      'member.role',
      { target: '7', from: 'viewer', to: 'admin' },
      'changed the role of Bob in web from viewer to admin',
    ],
    ['member.invited', { to: ['admin', 'eve@x.example'] }, 'invited eve@x.example to web as admin'],
    ['person.uninvited', { from: '' }, 'withdrew the invitation of somebody in web'],
    [
      'release.deployed',
      { target: '2.0', to: { environment: 'production', token: 'ci' } },
      'deployed the release 2.0 to “production” in web with the token “ci”',
    ],
    [
      'release.changed',
      { projectId: 9, target: '2.0', to: { token: 'ci' } },
      'changed the release 2.0 in a deleted project with the token “ci”',
    ],
    ['member.removed', { target: '8', from: true }, 'removed a removed person from web'],
    ['person.owner', { projectId: undefined, target: '7', to: true }, 'made Bob an owner'],
    ['person.removed', { projectId: undefined, target: '8', from: true }, 'removed an account'],
    [
      'alert.changed',
      {
        target: 'All',
        from: { isEnabled: true, channels: [] },
        to: { isEnabled: false, channels: [] },
      },
      'switched the alert All of web off',
    ],
    [
      'alert.changed',
      {
        target: 'All',
        from: { onNew: true, onRegressed: true, channels: [1] },
        to: { onNew: false, onRegressed: false, channels: [1, 2] },
      },
      'changed the alert All of web: what raises it and its channels',
    ],
    [
      'alert.changed',
      {
        target: 'All',
        from: { crashFree: { percent: 99, hours: 24, minSessions: 100 } },
        to: { crashFree: { percent: 99.5, hours: 24, minSessions: 100 } },
      },
      'changed the alert All of web: what raises it',
    ],
    [
      'token.removed',
      { target: 'ci', from: ['a:read'], to: 'sso' },
      'withdrew the token ci, since sso no longer vouches for its holder',
    ],
    [
      'token.added',
      { projectId: undefined, target: 'ci', to: ['a:read', 'b:write'] },
      'made the token ci (a:read, b:write)',
    ],
    [
      'channel.switched_off',
      { projectId: undefined, target: '4', to: 'Phones' },
      'switched the channel Phones off, since its receiver is gone',
    ],
    [
      'issues.deleted',
      { target: 'is:muted', to: 1200 },
      'deleted 1,200 issues in web by the search “is:muted”',
    ],
    [
      'failed-reports.discarded',
      { projectId: undefined, target: '3', to: 1 },
      'discarded 1 failed report',
    ],
    [
      'monitor.state',
      { target: 'backup', from: 'active', to: 'muted' },
      'muted the cron monitor backup of web',
    ],
    [
      'monitor.changed',
      { target: 'backup', from: '0 * * * * (UTC)', to: '0 3 * * * (UTC)' },
      'changed the cron monitor backup of web from “0 * * * * (UTC)” to “0 3 * * * (UTC)”',
    ],
    ['person-data.erased', { target: 'a1b2', to: { events: 3 } }, 'erased a person’s data in web'],
  ] as const)('writes the entry %s %j as: %s', (what, entry, sentence) => {
    expect(say({ projectId: 1, what, ...(entry as Partial<AuditEntry>) })).toBe(sentence);
  });

  it('names a deleted project, and an unknown kind of entry', () => {
    expect(say({ what: 'member.invited', projectId: 9, to: 'admin' })).toBe(
      'invited somebody to a deleted project as admin',
    );
    expect(say({ what: 'settings.later-part', target: 'x', projectId: 1, to: { a: 1 } })).toBe(
      'changed later part in web',
    );
    expect(say({ what: 'later_thing.done' })).toBe('changed later thing done');
  });

  it('cuts long lists and their long items', () => {
    const to = ['x'.repeat(100), '2', '3', '4', '5', '6', '7'];
    expect(say({ what: 'settings.privacy', target: 'secretNames', projectId: 1, to })).toBe(
      `changed the secret names of web: added ${'x'.repeat(80)}…, 2, 3, 4, 5, and 2 more`,
    );
  });
});
