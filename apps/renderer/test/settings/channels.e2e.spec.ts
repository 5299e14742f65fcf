import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { openDatabase } from '#product';
import { dumpRows } from '#product/testing';
import { hold } from '../../../../test/support/hold.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { Person } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';
import { toCookies } from '../support/to-cookies.ts';

const HERE = '/settings/projects/web/channels';
const EVERYWHERE = '/settings/channels';
const SECRET = 'T0/B0/secretpartz9y8';
const SLACK = {
  kind: 'slack',
  name: ' Ops ',
  address: `https://hooks.slack.com/services/${SECRET}`,
};

describe('channels', () => {
  const renderer = hold(startPeopledRenderer);

  const show = async (person: Person, path: string): Promise<string> =>
    shownOf((await renderer.get(person, path).expect(200)).text);

  const findId = async (scope: { projectId?: number }): Promise<string> =>
    String((await renderer.stores.channels.list(scope))[0]?.id);

  type Ending = Parameters<typeof renderer.stores.deliveries.record>[1];

  /** Ends waiting deliveries, as the relay does, until the form that caused them is answered. */
  async function whileSending(sent: supertest.Test, ending: Ending): Promise<supertest.Response> {
    const { deliveries } = renderer.stores;
    let answered: supertest.Response | undefined;
    const answering = sent.then((answer) => (answered = answer));
    await eventually('the form is answered', async () => {
      const options = { nowMs: Date.now() + 60_000, leaseMs: 1000, limit: 10 };
      const claimed = await deliveries.claim(options);
      for (const each of claimed) await deliveries.record(each, ending, Date.now());
      return answered;
    });
    return answering;
  }

  async function endTest(
    sent: supertest.Test,
    ending: Ending,
    person: Person = 'owner',
  ): Promise<string> {
    const answer = await whileSending(sent.expect(303), ending);
    const told = renderer
      .get(person, String(answer.headers['location']))
      .set('Cookie', toCookies(renderer.cookieOf(person), answer));
    return shownOf((await told.expect(200)).text);
  }
  const ARRIVED = { state: 'sent', answer: '200 ok' } as const;

  it('are added, tested, changed and removed, and never show a secret again', async () => {
    const { send, stores } = renderer;
    expect(await show('admin', HERE)).toMatch(/Nobody will be told:.*SMTP_URL is not set/s);
    const added = await endTest(send('admin', HERE, 'add-channel', SLACK), ARRIVED, 'admin');
    expect(added).toContain('sends its alerts there. The test arrived.');
    expect(added).toMatch(/Ops.*Slack, hooks\.slack\.com …z9y8.*Latest message, .*: Arrived\./s);
    expect(added).toMatch(/Test of the channel Ops.*to Ops.*Arrived\./s);
    expect(added).not.toMatch(/secretpart|200 ok/);
    expect(added).toContain('14 days: 1 sent.');
    const channel = await findId({ projectId: 1 });
    const address = 'https://hooks.slack.com/services/T0/B0/otherpart1234';
    const changed = { channel, kind: 'slack', name: 'Night' };
    const gone = { state: 'failed', answer: '404 {"error":"no_team"}' } as const;
    const saved = await endTest(send('admin', HERE, 'change-channel', changed), gone, 'admin');
    expect(saved).toContain(
      'Night is saved. The test did not arrive: The receiver answered 404 (not found) no_team. Make a new address at the receiver, and enter it under Change.',
    );
    expect(await stores.channels.open(Number(channel))).toMatchObject({
      name: 'Night',
      settings: { address: SLACK.address },
    });
    await endTest(send('admin', HERE, 'change-channel', { ...changed, address }), ARRIVED, 'admin');
    expect(await stores.channels.open(Number(channel))).toMatchObject({ settings: { address } });
    await send('admin', HERE, 'remove-channel', { channel }).expect(303);
    expect(await show('admin', HERE)).not.toContain('Night');
    const log = await show('owner', '/settings/audit');
    for (const words of ['added the channel', 'changed the channel', 'removed the channel']) {
      expect(log).toContain(words);
    }
    expect(log).not.toMatch(/secretpart|otherpart/);
  });

  it('are ticked in the first enabled rule of their project while no rule has a channel', async () => {
    const { send, stores } = renderer;
    const here = '/settings/projects/other/channels';
    const add = (name: string) =>
      endTest(send('owner', here, 'add-channel', { ...SLACK, name }), ARRIVED);
    expect(await add('Ops')).toContain(
      'The channel Ops is added, and the rule “New and regressed issues” sends its alerts there.',
    );
    const night = await add('Night');
    expect(night).toContain('The channel Night is added. Tick it in a rule');
    expect(night).toMatch(/Ops.*Told by .*alerts\/2"[^>]*>New and regressed issues</s);
    const [, toRule = ''] = /No rule tells it yet\..*?href="([^"]*)"/s.exec(night) ?? [];
    expect(toRule).toMatch(/^\/settings\/projects\/other\/alerts\/new\?channel=\d+$/);
    const rule = await show('owner', toRule);
    expect(rule).toMatch(/name="channels\[\]"[^>]*checked=""[^>]*>.{0,60}Night/s);
    expect(rule).not.toMatch(/checked="" value="members"|value="members"[^>]*checked/);
    const [first] = await stores.alertRules.list(2);
    const { id, version, ...plain } = first!;
    expect(plain.channels).toEqual([Number(await findId({ projectId: 2 }))]);
    const [changed] = await stores.audit.list({ what: 'alert.changed', limit: 1 });
    expect(changed).toMatchObject({ byUserId: renderer.idOf('owner') });
    const change = { projectId: 2, nowMs: Date.now() };
    await stores.alertRules.change({ id, version }, { ...plain, channels: [] }, change);
    const alerts = await show('owner', '/settings/projects/other/alerts');
    expect(alerts).toMatch(/No alerts are sent:[^]*?href="\/settings\/projects\/other\/alerts\/2"/);
  });

  it('exist for the whole instance, too, and say when they were switched off', async () => {
    const { send, stores } = renderer;
    const ntfy = { kind: 'ntfy', name: 'Errata', address: 'https://ntfy.sh/topic' };
    await endTest(send('owner', EVERYWHERE, 'add-channel', ntfy), ARRIVED);
    const channel = await findId({});
    expect(await show('admin', HERE)).not.toContain('ntfy, ntfy.sh …opic');
    await send('admin', HERE, 'remove-channel', { channel }).expect(422);
    await stores.channels.switchOff(Number(channel), { reason: '410 no more', nowMs: Date.now() });
    expect(await show('owner', EVERYWHERE)).toMatch(/Switched off:.*410 no more/s);
    const saved = { channel, kind: 'ntfy', name: 'Errata' };
    const page = await endTest(send('owner', EVERYWHERE, 'change-channel', saved), ARRIVED);
    expect(page).not.toContain('Switched off');
  });

  it('send a failed delivery again on request', async () => {
    const { send } = renderer;
    const channel = await findId({});
    const failed = { state: 'failed', answer: '400 invalid' } as const;
    const test = () => endTest(send('owner', EVERYWHERE, 'test-channel', { channel }), failed);
    expect(await test()).toMatch(
      /Failed, tried once\..*The receiver answered 400 \(bad request\) invalid\./s,
    );
    await test();
    const id = (await renderer.stores.deliveries.list({}, 1))[0]?.id;
    await send('owner', EVERYWHERE, 'send-again', { delivery: String(id) }).expect(303);
    expect(await show('owner', EVERYWHERE)).toContain('Load the log again');
    await send('owner', EVERYWHERE, 'send-again', { delivery: String(id) }).expect(422);
    const many = await send('owner', EVERYWHERE, 'test-channel', { channel }).expect(422);
    expect(shownOf(many.text)).toContain('at most 60 tests an hour, and 5 a minute');
  });

  it('offer owners to allow a host that a test could not reach, and refer admins to owners', async () => {
    const { send, stores } = renderer;
    const address = 'http://chat.corp:8065/hooks/secretpart';
    const chat = { kind: 'mattermost', name: 'Chat', address };
    const refused = {
      state: 'waiting',
      answer: 'chat.corp was not found',
      refusedHost: 'chat.corp:8065',
      nextAtMs: Date.now() + 600_000,
    } as const;
    const page = await endTest(send('admin', HERE, 'add-channel', chat), refused, 'admin');
    const why = 'chat.corp:8065 is unknown, or in a private network. Allow it?';
    expect(page).toContain(`The test did not arrive: ${why}`);
    expect(page).toMatch(/aria-invalid="true"[^>]*name="address"/);
    expect(page).toContain('An owner can allow this host for channels: ask owner.');
    expect(page).not.toContain('Allow chat.corp:8065 and test');
    expect(await show('owner', HERE)).toContain('Allow chat.corp:8065 and test');
    const channel = String((await stores.channels.list({ projectId: 1 })).at(-1)?.id);
    const named = { channel, host: 'chat.corp:8065' };
    await send('admin', HERE, 'allow-and-test', named).expect(403);
    const stale = { channel, host: 'other.corp' };
    const answer = await send('owner', HERE, 'allow-and-test', stale).expect(422);
    expect(shownOf(answer.text)).toContain('This channel leads to chat.corp:8065 by now.');
    expect(await stores.channels.listAllowedHosts()).toEqual([]);
    const allowed = await endTest(send('owner', HERE, 'allow-and-test', named), ARRIVED);
    expect(allowed).toContain('Channels may reach chat.corp:8065. The test arrived.');
    expect(allowed).not.toContain('Allow chat.corp:8065');
    expect(await stores.channels.listAllowedHosts()).toEqual(['chat.corp:8065']);
    await send('owner', HERE, 'allow-and-test', named).expect(422);
    await send('owner', EVERYWHERE, 'forbid-host', { host: 'chat.corp:8065' }).expect(303);
  });

  it('log each alert with its channel and its rule, with a link to its issue', async () => {
    const { stores } = renderer;
    const [rule] = await stores.alertRules.list(1);
    const channelId = (await stores.channels.list({ projectId: 1 })).at(-1)!.id;
    const message = {
      id: randomUUID(),
      kind: 'issues',
      title: 'WEB-7 regressed: TypeError',
      lines: [],
      level: 'error',
      issues: [{ id: 7 }],
      more: 0,
      url: 'https://errata.example/issues/7',
      atMs: 1,
    } as never;
    const destination = { to: 'channel', channelId } as const;
    await stores.deliveries.put({ destination, message, ruleId: rule!.id }, Date.now());
    expect(await show('admin', HERE)).toMatch(
      /href="\/issues\/7"[^>]*>WEB-7 regressed: TypeError<.* to Chat.*alerts\/1"[^>]*>New and regressed issues<.*Being sent\./s,
    );
  });

  it('may reach private hosts that an owner allows', async () => {
    const { send, stores } = renderer;
    await send('owner', EVERYWHERE, 'allow-host', { host: ' Chat.Corp:8065 ' }).expect(303);
    expect(await stores.channels.listAllowedHosts()).toEqual(['chat.corp:8065']);
    for (const host of ['http://chat.corp', 'chat corp', '10.0.0.0/8', '']) {
      await send('owner', EVERYWHERE, 'allow-host', { host }).expect(422);
    }
    await send('owner', EVERYWHERE, 'forbid-host', { host: 'chat.corp:8065' }).expect(303);
    expect(await stores.channels.listAllowedHosts()).toEqual([]);
  });

  it('store no secret in an answer that is kept for a repeated form', async () => {
    const { cookieOf, app } = renderer;
    const submit = (fields: object) =>
      supertest(app.getHttpServer())
        .post(HERE)
        .set({ Cookie: cookieOf('admin'), 'Sec-Fetch-Site': 'same-origin' })
        .set({ Action: 'add-channel', 'Idempotency-Key': randomUUID() })
        .type('form')
        .send(fields);
    await whileSending(submit(SLACK).expect(200), ARRIVED);
    const { text } = await submit({ ...SLACK, name: '' }).expect(422);
    expect(text).not.toContain('secretpart');
    const database = openDatabase({ dataDir: renderer.dataDir });
    const rows = await dumpRows(database);
    await database.close();
    expect(rows).not.toContain('secretpart');
  });

  it.each([
    ['slack', { address: 'https://evil.example/services/a' }, 'The address must have the host'],
    [
      'slack',
      { address: 'https://hooks.slack.com.evil.example/a' },
      'The address must have the host',
    ],
    ['webhook', { address: 'ftp://in.example', secret: 'x'.repeat(16) }, 'begins with https://'],
    ['webhook', { address: 'https://in.example', secret: 'short' }, 'at least 16 characters'],
    [
      'webhook',
      { address: 'https://a:b@in.example', secret: 'x'.repeat(16) },
      'Leave the user name and password out',
    ],
    ['webhook', { address: 'https://in.example' }, 'This is needed.'],
    ['mail', { recipients: 'ann@example.org, ben' }, 'This is not a mail address: ben'],
    ['mail', { recipients: 'a@b.c>\r\nBcc:<d@e.f' }, 'This is not a mail address'],
    ['mail', { recipients: 'a@example.org '.repeat(11) }, 'more than 10 addresses'],
    ['telegram', { secret: 'abc', recipients: '-100' }, 'token looks like 123456:ABC-DEF'],
    ['telegram', { secret: '1:a', recipients: 'ops' }, 'This is not the id of a chat.'],
    ['ntfy', { address: 'https://ntfy.sh/' }, 'ends with the name of a topic'],
    ['pagerduty', { secret: 'abc' }, 'The key has 32 letters and digits.'],
    ['pigeon', {}, 'There is no such kind of channel.'],
  ])('refuse a channel of kind %s with wrong fields: %j', async (kind, fields, problem) => {
    const sent = { kind, name: 'X', ...fields };
    const answer = await renderer.send('admin', HERE, 'add-channel', sent).expect(422);
    expect(shownOf(answer.text)).toContain(problem);
  });
});
