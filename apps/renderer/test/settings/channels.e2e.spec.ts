import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { openDatabase } from '#product';
import { dumpRows } from '#product/testing';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { PeopledRenderer, Person } from '../support/peopled-renderer.ts';
import { shownOf } from '../support/shown.ts';

const HERE = '/settings/projects/web/channels';
const EVERYWHERE = '/settings/channels';
const SECRET = 'T0/B0/secretpartz9y8';
const SLACK = {
  kind: 'slack',
  name: ' Ops ',
  address: `https://hooks.slack.com/services/${SECRET}`,
};

describe('channels', () => {
  let renderer: PeopledRenderer;

  beforeAll(async () => {
    renderer = await startPeopledRenderer();
  });

  afterAll(() => renderer.end());

  const show = async (person: Person, path: string): Promise<string> =>
    shownOf((await renderer.get(person, path).expect(200)).text);

  const findId = async (scope: { projectId?: number }): Promise<string> =>
    String((await renderer.stores.channels.list(scope))[0]?.id);

  /** As the relay does it. */
  async function end(answer: string, state: 'sent' | 'failed'): Promise<void> {
    const { deliveries } = renderer.stores;
    const options = { nowMs: Date.now() + 1000, leaseMs: 1000, limit: 10 };
    for (const each of await deliveries.claim(options)) {
      await deliveries.record(each, { state, answer }, Date.now());
    }
  }

  it('are added, tested, changed and removed, and show nothing secret again', async () => {
    const { send, stores } = renderer;
    expect(await show('admin', HERE)).toMatch(/Nobody will be told:.*SMTP_URL is not set/s);
    await send('admin', HERE, 'add-channel', SLACK).expect(303);
    const added = await renderer.get('admin', HERE);
    expect(shownOf(added.text)).toMatch(/Ops.*Slack, hooks\.slack\.com …z9y8/s);
    expect(added.text).not.toContain('secretpart');
    const channel = await findId({ projectId: 1 });
    await send('admin', HERE, 'test-channel', { channel }).expect(303);
    expect(await show('admin', HERE)).toMatch(/Being sent\..*Test of the channel Ops.*to Ops/s);
    await end('200 ok', 'sent');
    expect(await show('admin', HERE)).toMatch(/Sent\..*Test of the channel Ops.*: 200 ok/s);
    const address = 'https://hooks.slack.com/services/T0/B0/otherpart1234';
    const changed = { channel, kind: 'slack', name: 'Night' };
    await send('admin', HERE, 'change-channel', changed).expect(303);
    expect(await stores.channels.open(Number(channel))).toMatchObject({
      name: 'Night',
      settings: { address: SLACK.address },
    });
    await send('admin', HERE, 'change-channel', { ...changed, address }).expect(303);
    expect(await stores.channels.open(Number(channel))).toMatchObject({ settings: { address } });
    await send('admin', HERE, 'remove-channel', { channel }).expect(303);
    expect(await show('admin', HERE)).not.toContain('Night');
    const log = await show('owner', '/settings/audit');
    for (const words of ['added the channel', 'changed the channel', 'removed the channel']) {
      expect(log).toContain(words);
    }
    expect(log).not.toMatch(/secretpart|otherpart/);
  });

  it('of a project are ticked in its first rule that is on, while no rule has one', async () => {
    const { send, stores } = renderer;
    const here = '/settings/projects/other/channels';
    const add = async (name: string) => {
      const { headers } = await send('owner', here, 'add-channel', { ...SLACK, name }).expect(303);
      const cookies = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]);
      const told = supertest(renderer.app.getHttpServer())
        .get(here)
        .set('Cookie', [renderer.cookieOf('owner'), ...cookies].join('; '));
      return shownOf((await told.expect(200)).text);
    };
    expect(await add('Ops')).toContain(
      'The channel Ops is added, and the rule “New and regressed issues” sends its alerts there.',
    );
    expect(await add('Night')).toContain('The channel Night is added. Tick it in a rule');
    const [first] = await stores.alertRules.list(2);
    const { id, version, ...rule } = first!;
    expect(rule.channels).toEqual([Number(await findId({ projectId: 2 }))]);
    const [changed] = await stores.audit.list({ what: 'alert.changed', limit: 1 });
    expect(changed).toMatchObject({ byUserId: renderer.idOf('owner') });
    const change = { projectId: 2, nowMs: Date.now() };
    await stores.alertRules.change({ id, version }, { ...rule, channels: [] }, change);
    const alerts = await show('owner', '/settings/projects/other/alerts');
    expect(alerts).toMatch(/No alerts are sent:[^]*?href="\/settings\/projects\/other\/alerts\/2"/);
  });

  it('of the instance are apart, and say since when their receiver is gone', async () => {
    const { send, stores } = renderer;
    const ntfy = { kind: 'ntfy', name: 'Errata', address: 'https://ntfy.sh/topic' };
    await send('owner', EVERYWHERE, 'add-channel', ntfy).expect(303);
    const channel = await findId({});
    expect(await show('admin', HERE)).not.toContain('ntfy, ntfy.sh …opic');
    await send('admin', HERE, 'remove-channel', { channel }).expect(422);
    await stores.channels.switchOff(Number(channel), { reason: '410 no more', nowMs: Date.now() });
    expect(await show('owner', EVERYWHERE)).toMatch(/Switched off:.*410 no more/s);
    const saved = { channel, kind: 'ntfy', name: 'Errata' };
    await send('owner', EVERYWHERE, 'change-channel', saved).expect(303);
    expect(await show('owner', EVERYWHERE)).not.toContain('Switched off');
  });

  it('send again what has failed, when they are asked', async () => {
    const { send } = renderer;
    const channel = await findId({});
    await send('owner', EVERYWHERE, 'test-channel', { channel }).expect(303);
    await end('400 invalid', 'failed');
    expect(await show('owner', EVERYWHERE)).toMatch(/Failed, tried once\..*400 invalid/s);
    for (let left = 3; left > 0; left -= 1) {
      await send('owner', EVERYWHERE, 'test-channel', { channel }).expect(303);
      await end('400 invalid', 'failed');
    }
    const id = (await renderer.stores.deliveries.list({}, 1))[0]?.id;
    await send('owner', EVERYWHERE, 'send-again', { delivery: String(id) }).expect(303);
    expect(await show('owner', EVERYWHERE)).toContain('Load the log again');
    await send('owner', EVERYWHERE, 'send-again', { delivery: String(id) }).expect(422);
    const many = await send('owner', EVERYWHERE, 'test-channel', { channel }).expect(422);
    expect(shownOf(many.text)).toContain('at most 60 tests an hour, and 5 a minute');
  });

  it('reach hosts of the operator that an owner allows', async () => {
    const { send, stores } = renderer;
    await send('owner', EVERYWHERE, 'allow-host', { host: ' Chat.Corp:8065 ' }).expect(303);
    expect(await show('owner', EVERYWHERE)).toContain('chat.corp:8065');
    expect(await stores.channels.listAllowedHosts()).toEqual(['chat.corp:8065']);
    for (const host of ['http://chat.corp', 'chat corp', '10.0.0.0/8', '']) {
      await send('owner', EVERYWHERE, 'allow-host', { host }).expect(422);
    }
    await send('owner', EVERYWHERE, 'forbid-host', { host: 'chat.corp:8065' }).expect(303);
    expect(await stores.channels.listAllowedHosts()).toEqual([]);
  });

  it('have no secret in an answer that is kept for whoever sends a form again', async () => {
    const { cookieOf, app } = renderer;
    const submit = (fields: object, status: number) =>
      supertest(app.getHttpServer())
        .post(HERE)
        .set({ Cookie: cookieOf('admin'), 'Sec-Fetch-Site': 'same-origin' })
        .set({ Action: 'add-channel', 'Idempotency-Key': randomUUID() })
        .type('form')
        .send(fields)
        .expect(status);
    await submit(SLACK, 200);
    const { text } = await submit({ ...SLACK, name: '' }, 422);
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
  ])('of the kind %s ask for what they need: %j', async (kind, fields, problem) => {
    const sent = { kind, name: 'X', ...fields };
    const answer = await renderer.send('admin', HERE, 'add-channel', sent).expect(422);
    expect(shownOf(answer.text)).toContain(problem);
  });
});
