import { describe, expect, it } from '@jest/globals';
import { UnsubscribeToken } from '#product/alerting/alerts';
import { defaultAlertRule } from '#product/alerting/alerts/rules';
import supertest from 'supertest';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from '../support/sample-report.ts';
import { shownOf } from '../support/shown.ts';

const SECRET = 'a secret of thirty-two characters';
const ALERTS = '/settings/projects/web/alerts';

const RULE = {
  name: 'Many fatal ones',
  'on[]': ['new', 'unmuted'],
  events: '500',
  eventMinutes: '5',
  eventsOf: 'issue',
  users: '',
  userMinutes: '5',
  usersOf: 'issue',
  crashFree: '',
  crashFreeHours: '24',
  crashFreeSessions: '100',
  condition: 'level:fatal !tags[customer]:test',
  only: 'production,, prod-*,production ',
  except: 'dev*',
  pauseMinutes: '240',
};

describe('the alerts of a project', () => {
  const renderer = hold(() => startPeopledRenderer({ ERRATA_SECRET: SECRET }));

  const readPage = async (path = ALERTS) =>
    shownOf((await renderer.get('admin', path).expect(200)).text);

  it('begin with a rule for members, and say that nobody is told without mail and channels', async () => {
    expect(await renderer.stores.alertRules.list(1)).toMatchObject([defaultAlertRule]);
    const page = await readPage();
    expect(page).toContain(
      'When an issue is new or regressed outside dev*, test*, local*, stag*, preview*, and ci, tell the members by mail, at most every 30 minutes per issue.',
    );
    expect(page).toContain(
      'On, reaches nobody · New and regressed issues · told nothing in 14 days',
    );
    expect(page).toMatch(/No alerts are sent:.*mail needs SMTP_URL/s);
  });

  it('are made, changed, switched off and removed, and the audit log notes that', async () => {
    const { send, stores } = renderer;
    const by = { byUserId: 1, nowMs: 1 };
    const channel = { kind: 'ntfy', name: 'Phones', hint: '', settings: {} } as const;
    const id = await stores.channels.add({ projectId: 1 }, channel, by);
    const foreign = await stores.channels.add({ projectId: 2 }, channel, by);
    const sent = { ...RULE, 'over[]': ['issues'], 'channels[]': [String(id), String(foreign)] };
    await send('admin', `${ALERTS}/new`, 'save', sent).expect(303).expect('Location', ALERTS);
    const [, rule] = await stores.alertRules.list(1);
    expect(rule).toMatchObject({
      name: 'Many fatal ones',
      isEnabled: true,
      onNew: true,
      onRegressed: false,
      onUnmuted: true,
      events: { count: 500, minutes: 5, of: 'issue' },
      condition: 'level:fatal !tags[customer]:test',
      environments: { are: 'only', patterns: ['production', 'prod-*'] },
      onOver: true,
      toMembers: false,
      channels: [id],
      pauseMinutes: 240,
    });
    const page = await readPage();
    expect(page).toContain(
      'When an issue is new or no longer muted or an issue has 500 events in 5 minutes in production or prod-*, among what “level:fatal !tags[customer]:test” finds, tell Phones, also when it is over, at most every 4 hours per issue.',
    );
    expect(page).not.toContain('No alerts are sent');
    const path = `${ALERTS}/${rule!.id}`;
    const form = await readPage(path);
    expect(form).toMatch(/value="500"/);
    const changed = { ...RULE, version: '1', 'to[]': ['members'], users: '3', usersOf: 'project' };
    await send('admin', path, 'save', changed).expect(303);
    const late = await send('admin', path, 'save', changed).expect(422);
    expect(shownOf(late.text)).toContain('Somebody else has changed this rule');
    await send('admin', path, 'save', { ...RULE, version: '2', 'channels[]': [String(id)] });
    await send('admin', path, 'test').expect(303);
    for (let left = 4; left > 0; left -= 1) await send('admin', path, 'test');
    const many = await send('admin', path, 'test').expect(422);
    expect(shownOf(many.text)).toContain('and 5 a minute of one channel or rule');
    await send('admin', path, 'save', { ...changed, version: '3' }).expect(303);
    const nobody = await send('admin', path, 'test').expect(422);
    expect(shownOf(nobody.text)).toContain('reaches nobody');
    await send('admin', ALERTS, 'switch', { rule: String(rule!.id), to: 'off' }).expect(303);
    expect(await stores.alertRules.find(1, rule!.id)).toMatchObject({
      isEnabled: false,
      toMembers: true,
      users: { count: 3, minutes: 5, of: 'project' },
      channels: [],
    });
    await send('admin', path, 'remove').expect(303);
    await renderer.get('admin', path).expect(404);
    const noted = (await stores.audit.list({ limit: 12 })).map(({ what }) => what);
    expect(noted.filter((what) => what.startsWith('alert.'))).toEqual([
      'alert.removed',
      'alert.changed',
      'alert.changed',
      'alert.changed',
      'alert.changed',
      'alert.added',
    ]);
  });

  it.each([
    ['name', 'x'.repeat(101), 'A name has at most 100 characters.'],
    ['events', '0', 'A whole number from 1 to 1,000,000'],
    ['eventMinutes', '61', '1 to 60 minutes.'],
    ['crashFree', '100.5', 'Per cent, such as 99.5, or nothing.'],
    ['users', '1001', 'A whole number from 1 to 1,000'],
    ['condition', 'level:loud', 'level'],
    [
      'condition',
      '!levle:fatal',
      'No search key and no received tag is called “levle”. Did you mean “level”? If the tag has not arrived yet, write tags[levle]:',
    ],
    ['only', 'x'.repeat(65), 'At most 50 environments'],
    ['pauseMinutes', '7', 'There is no such choice.'],
  ])('refuse the field %s with %j, and keep the other input', async (field, value, words) => {
    const answer = await renderer.send('admin', `${ALERTS}/new`, 'save', {
      ...RULE,
      [field]: value,
    });
    expect(answer.status).toBe(422);
    const page = shownOf(answer.text);
    expect(page).toContain(words);
    expect(page).toContain(`checked="" value="unmuted"`);
    expect(await renderer.stores.alertRules.list(1)).toHaveLength(1);
  });

  it('may watch crash-free sessions of the newest release, and show its figures', async () => {
    const { send, stores, get } = renderer;
    const limit = { crashFree: '99,5', crashFreeHours: '6', crashFreeSessions: '10' };
    const fields = { ...RULE, 'on[]': [], events: '', condition: '', ...limit };
    const path = `${ALERTS}/new`;
    const before = await send('admin', path, 'preview', fields).expect(200);
    expect(shownOf(before.text)).toContain('No release had 10 sessions in the last 6 hours.');
    expect(before.text).toMatch(/<fieldset[^>]* aria-describedby="crash-free-hint"/);
    expect(before.text).toContain('id="crash-free-hint"');
    const startedAtMs = Date.now();
    const recordSessions = (report: number, begun: number, crashed: number) => {
      const groups = [{ startedAtMs, begun, errored: 0, crashed, abnormal: 0 }];
      const names = { release: 'web@1.4.0', environment: 'production' };
      const session = { projectId: 1, receivedAtMs: startedAtMs, ...names, groups };
      const { events: _, ...rest } = sampleReport(report, sampleEvent());
      return stores.reports.record([{ ...rest, events: [], sessions: [session] }]);
    };
    await recordSessions(71, 1000, 5);
    const preview = shownOf((await send('admin', path, 'preview', fields).expect(200)).text);
    expect(preview).toContain(
      'web@1.4.0 has 99.5 % crash-free sessions: 5 of 1,000 sessions crashed in 6 hours.',
    );
    expect(preview).not.toContain('matched.');
    const saved = await send('admin', path, 'save', { ...fields, name: '' }).expect(303);
    const flash = String(saved.headers['set-cookie']).match(/flash=[^;]*/)![0];
    const next = get('admin', ALERTS).set('Cookie', `${renderer.cookieOf('admin')}; ${flash}`);
    expect((await next).text).toContain('The rule is saved. It applies from now on.');
    const rule = (await stores.alertRules.list(1)).at(-1)!;
    expect(rule).toMatchObject({ crashFree: { percent: 99.5, hours: 6, minSessions: 10 } });
    const unhandled = { ...fields, crashFreeOf: 'unhandledFree' };
    const other = shownOf((await send('admin', path, 'preview', unhandled).expect(200)).text);
    expect(other).toContain('99.5 % sessions without unhandled errors: 5 of 1,000 sessions');
    expect(other).toMatch(/<option[^>]* selected=""[^>]*>without unhandled errors/);
    await recordSessions(72, 0, 1);
    await stores.alerts.judgeCrashFree(startedAtMs, new AbortController().signal);
    const page = (await get('admin', `${ALERTS}/${rule.id}`).expect(200)).text;
    expect(page).toContain('href="/releases/web%401.4.0"');
    expect(shownOf(page)).toContain('99.4 % crash-free sessions, under 99.5 %');
    expect(shownOf(page)).toContain('It fired 1 time in the last 14 days.');
    await send('admin', `${ALERTS}/${rule.id}`, 'remove').expect(303);
  });

  it('are named after their conditions when nobody named them, anew with each change', async () => {
    const { send, stores } = renderer;
    const unnamed = { ...RULE, name: ' ', events: '', 'on[]': ['regressed'], only: 'production' };
    const here = '/settings/projects/other/alerts';
    await send('owner', `${here}/new`, 'save', unnamed).expect(303);
    const find = async () => (await stores.alertRules.list(2)).at(-1)!;
    const { id, name } = await find();
    expect(name).toBe('An issue is regressed in production');
    const changed = { ...unnamed, version: '1', name, 'on[]': ['new'] };
    await send('owner', `${here}/${id}`, 'save', changed).expect(303);
    expect(await find()).toMatchObject({ name: 'An issue is new in production' });
    await send('owner', `${here}/${id}`, 'save', { ...changed, version: '2', name: 'Night' });
    expect(await find()).toMatchObject({ name: 'Night', version: 3 });
  });

  it('refuse a rule without a condition', async () => {
    const nothing = { ...RULE, 'on[]': [], events: '' };
    const answer = await renderer.send('admin', `${ALERTS}/new`, 'save', nothing).expect(422);
    expect(shownOf(answer.text)).toContain('Choose at least one of these');
  });

  it('say before a rule is saved how many issues matched, and which', async () => {
    const { send, stores } = renderer;
    const nowMs = Date.now();
    await stores.reports.record([
      sampleReport(1, sampleEvent({ receivedAtMs: nowMs, occurredAtMs: nowMs })),
    ]);
    const sent = { ...RULE, condition: '', only: '', except: '' };
    const answer = await send('admin', `${ALERTS}/new`, 'preview', sent).expect(200);
    const page = shownOf(answer.text);
    expect(page).toContain('1 issue matched. Nothing is saved yet.');
    expect(page).toContain('When an issue is new or no longer muted or an issue has 500 events');
    expect(page).toContain('WEB-1');
    const other = { ...sent, condition: 'type:NoSuchError' };
    const none = await send('admin', `${ALERTS}/new`, 'preview', other).expect(200);
    expect(shownOf(none.text)).toContain('No issue matched.');
  });

  it('list the alerts about Errata for owners, with a switch for each', async () => {
    const { send, stores } = renderer;
    const compose = (): never => ({ id: '1', title: 'Behind' }) as never;
    const telling = { nowMs: Date.now(), canMail: false, toUnsubscribe: String, compose };
    const behind = { name: 'behind', scope: 'one', level: 1, facts: [] } as const;
    await stores.operatorAlerts.judge([behind], telling);
    const page = async () => shownOf((await renderer.get('owner', '/settings/alerts')).text);
    expect(await page()).toMatch(/No alerts are sent:.*Reports are behind.*Began/s);
    const off = { condition: 'behind', to: 'off' };
    await send('owner', '/settings/alerts', 'switch', off).expect(303);
    expect(await page()).not.toContain('Began');
    expect([...(await stores.operatorAlerts.listSilenced())]).toEqual(['behind']);
    await send('owner', '/settings/alerts', 'switch', { ...off, condition: 'rain' }).expect(422);
    const log = shownOf((await renderer.get('owner', '/settings/audit')).text);
    expect(log).toMatch(/switched the alert about Errata “[^”]+” off/);
  });

  it('are chosen by each person, with quiet hours', async () => {
    const { send, stores, idOf } = renderer;
    const fields = {
      'told[]': ['assigned'],
      quiet: 'on',
      from: '22:00',
      until: '07:30',
      timeZone: 'Europe/Berlin',
    };
    await send('viewer', '/account/alerts', 'save', fields).expect(303);
    expect(await stores.personalAlerts.get(idOf('viewer'))).toEqual({
      ofProjects: false,
      assigned: true,
      mentioned: false,
      commented: false,
      operator: true,
      quiet: { fromMinute: 1320, toMinute: 450, timeZone: 'Europe/Berlin' },
    });
    const wrong = { ...fields, timeZone: 'Mars/Olympus' };
    const answer = await send('viewer', '/account/alerts', 'save', wrong).expect(422);
    expect(shownOf(answer.text)).toContain('Enter the name of a time zone');
    const half = await send('viewer', '/account/alerts', 'save', { ...fields, until: '' });
    expect(shownOf(half.text)).toContain('Quiet hours need a start and an end.');
    const loud = { from: fields.from, until: fields.until, timeZone: fields.timeZone };
    await send('viewer', '/account/alerts', 'save', loud).expect(303);
    expect(await stores.personalAlerts.get(idOf('viewer'))).toMatchObject({
      quiet: { fromMinute: 1320, toMinute: 450, isOff: true },
    });
    const page = await renderer.get('viewer', '/account/alerts');
    expect(page.text).toContain('value="07:30"');
  });

  it('end after one POST of a mail program, but not by a made-up link', async () => {
    const { app, stores, idOf } = renderer;
    const server = app.getHttpServer();
    const token = new UnsubscribeToken(SECRET).make(idOf('member'));
    const page = await supertest(server).get(`/unsubscribe/${token}`).expect(200);
    expect(shownOf(page.text)).toContain('No more alerts by mail?');
    await supertest(server)
      .post(`/unsubscribe/${token}?_action=unsubscribe`)
      .type('form')
      .send({ 'List-Unsubscribe': 'One-Click' })
      .expect(200)
      .expect(/sends no more alerts to/);
    expect(await stores.personalAlerts.get(idOf('member'))).toMatchObject({ ofProjects: false });
    const done = await supertest(server).get(`/unsubscribe/${token}`).expect(200);
    expect(shownOf(done.text)).toContain('sends no more alerts to');
    await supertest(server)
      .get(`/unsubscribe/${token.slice(0, -1)}`)
      .expect(404);
    await supertest(server).post(`/unsubscribe/1.x?_action=unsubscribe`).expect(404);
  });
});
