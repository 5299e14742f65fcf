import { Ajv2020 } from 'ajv/dist/2020.js';
import { webhookSchema } from '../rules/webhook-schema.ts';
import { createHmac } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { channelKindNames } from '../rules/channel-kinds.ts';
import type { AlertMessage } from '../rules/alert-message.ts';
import type { ChannelKind, ChannelSettings } from '../rules/channel-kinds.ts';
import { ClockDouble } from '#telemetry/testing';
import { createAlertedIssue, createAlertMessage } from '../../../testing/alert-message.ts';
import { AnsweringServer } from '../../../testing/receivers/answering-server.ts';
import { MailServer } from '../../../testing/receivers/mail-server.ts';
import { noteWritten } from './mail/mailer.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { createSenders } from './create-deliveries.ts';

const HOST = 'hooks.example';
/**
 * A working test server answers sooner, even on a busy machine. Only the silent server runs into
 * this timeout.
 */
const SEND_MS = 20_000;

let server: AnsweringServer;
let mails: MailServer;
let port: number;
let smtpUrl: string;

beforeAll(async () => {
  server = new AnsweringServer();
  mails = new MailServer();
  [port, smtpUrl] = await Promise.all([server.listen(), mails.listen()]);
});

afterAll(() => Promise.all([server.close(), mails.close()]));

beforeEach(() => {
  server.requests.length = 0;
  server.answer = (response) => void response.end('ok');
  mails.mails.length = 0;
  mails.refusal = undefined;
  mails.slowAt = undefined;
  mails.goOn = undefined;
});

const SETTINGS: Readonly<Record<ChannelKind, (base: string) => ChannelSettings>> = {
  mail: () => ({ recipients: ['ann@example.org', 'ben@example.org'] }),
  webhook: (base) => ({ address: `${base}/in?of=errata`, secret: 'correct horse battery' }),
  slack: (base) => ({ address: `${base}/services/T0/B0/secretpart` }),
  teams: (base) => ({ address: `${base}/workflows/a/triggers?sig=secretpart` }),
  discord: (base) => ({ address: `${base}/api/webhooks/1/secretpart` }),
  mattermost: (base) => ({ address: `${base}/hooks/secretpart` }),
  telegram: (base) => ({ address: base, secret: '123456:ABC-secret', recipients: ['-1001'] }),
  'google-chat': (base) => ({ address: `${base}/v1/spaces/A/messages?key=k&token=secretpart` }),
  ntfy: (base) => ({ address: `${base}/topic`, secret: 'tk_secretpart' }),
  pagerduty: (base) => ({ address: `${base}/v2/enqueue`, secret: 'R'.repeat(32) }),
};

interface Sending {
  readonly message?: AlertMessage;
  readonly allowedHosts?: readonly string[];
  readonly sendMs?: number;
}

const clock = new ClockDouble();

async function send(kind: ChannelKind, options: Sending = {}) {
  const { message = createAlertMessage(), allowedHosts = [HOST], sendMs = SEND_MS } = options;
  const { senders } = createSenders({
    settings: { smtpUrl, mailFrom: 'errata@errata.example', version: '1.2.3' },
    clock,
    listAllowedHosts: async () => allowedHosts,
    resolve: async () => ['127.0.0.1'],
    sendMs,
  });
  return senders.get(kind)!.send(message, SETTINGS[kind](`http://${HOST}:${port}`));
}

const overHttp = channelKindNames.filter((kind) => kind !== 'mail');
const GONE_BY_404: readonly ChannelKind[] = ['slack', 'discord', 'telegram', 'google-chat'];

describe('every channel', () => {
  it.each(channelKindNames)(
    'delivers a message with the error, the place and a link: %s',
    async (kind) => {
      expect(await send(kind)).toMatchObject({ ending: 'sent' });
      const told = kind === 'mail' ? mails.mails[0]?.source : server.requests[0]?.body;
      for (const part of ['TypeError', 'checkout.ts', 'https://errata.example/']) {
        expect(told?.replaceAll(/[\\\u200b]|=\r?\n/g, '')).toContain(part);
      }
    },
  );

  it.each(overHttp)(
    'is tried later while its receiver answers that it is busy: %s',
    async (kind) => {
      server.answer = (response) =>
        void response.writeHead(429, { 'Retry-After': '30' }).end('slow');
      expect(await send(kind)).toEqual({
        ending: 'later',
        answer: '429 slow',
        retryAfterMs: 30_000,
        isUnsent: true,
      });
      for (const status of [408, 500, 502, 503, 520]) {
        server.answer = (response) => void response.writeHead(status).end();
        const answer = String(status);
        expect(await send(kind)).toEqual({ ending: 'later', answer, isUnsent: false });
      }
      server.answer = (response) => void response.destroy();
      expect(await send(kind)).toMatchObject({ ending: 'later', isUnsent: false });
    },
  );

  it.each(overHttp)('is gone when its receiver answers so: %s', async (kind) => {
    server.answer = (response) => void response.writeHead(410).end('no more');
    expect(await send(kind)).toEqual({ ending: 'gone', answer: '410 no more' });
    server.answer = (response) => void response.writeHead(404).end();
    expect((await send(kind)).ending).toBe(GONE_BY_404.includes(kind) ? 'gone' : 'later');
  });

  it.each(overHttp)(
    'is not tried again when its receiver refuses the message: %s',
    async (kind) => {
      server.answer = (response) => void response.writeHead(400).end('invalid_payload');
      expect(await send(kind)).toEqual({ ending: 'refused', answer: '400 invalid_payload' });
    },
  );

  it.each(overHttp)('follows no redirect of its receiver: %s', async (kind) => {
    const Location = `http://127.0.0.1:${port}/elsewhere`;
    server.answer = (response) => void response.writeHead(307, { Location }).end('away');
    const answer = `307 redirects to 127.0.0.1:${port}: enter the final address, because Errata follows no redirects.`;
    expect(await send(kind)).toEqual({ ending: 'refused', answer });
    expect(server.requests).toHaveLength(1);
  });

  it.each(overHttp)('reads 64 kB of an answer and no more: %s', async (kind) => {
    server.answer = (response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    };
    const { ending, answer } = await send(kind);
    expect(ending).toBe('sent');
    expect(answer).toHaveLength('200 '.length + 65_536);
  });

  it.each(channelKindNames)(
    'gives up a receiver that does not answer in time: %s',
    async (kind) => {
      server.answer = () => undefined;
      mails.slowAt = 'greeting';
      const { ending, answer } = await send(kind, { sendMs: 100 });
      expect(ending).toBe('later');
      expect(answer).toMatch(/0\.1 s|timeout|Timeout|Greeting/);
    },
  );

  it.each(overHttp)(
    'sends no request to a host that the operator has not allowed: %s',
    async (kind) => {
      const { ending, answer, refusedHost } = await send(kind, { allowedHosts: [] });
      expect([ending, refusedHost]).toEqual(['later', `${HOST}:${port}`]);
      expect(answer).toContain('Allowed hosts');
      expect(server.requests).toEqual([]);
    },
  );

  it.each(overHttp)(
    'removes its secrets from the answer of a receiver that echoes them: %s',
    async (kind) => {
      server.answer = (response) => {
        const { url, headers, body } = server.requests.at(-1)!;
        response.writeHead(400).end(`${url} ${headers.authorization} ${body}`);
      };
      const { answer } = await send(kind);
      expect(answer).not.toMatch(/secretpart|ABC-secret|R{32}|correct horse/);
    },
  );
});

describe('the answer of a receiver', () => {
  it.each([
    ['{"error":"bad token ghp_0123456789abcdefghijABCDEFGHIJ"}', 'ghp_'],
    ['{"access_token":"hunter2hunter2"}', 'hunter2'],
    ['Bearer abcdef0123456789 is revoked', 'abcdef0123456789'],
    ['not found: https://discord.com/api/webhooks/1034567/aB3-dEf6hIj9kLmNoPqRs', 'aB3-dEf6'],
    ['POST https://hooks.example/hooks/x9k2m4n6p8q0r2s4t6u8 failed', 'x9k2m4n6'],
    ['https://user:hunter2@hooks.example/', 'hunter2'],
  ])('is logged without the token in it: %s', async (body, token) => {
    server.answer = (response) => void response.writeHead(400).end(body);
    expect((await send('webhook')).answer).not.toContain(token);
    mails.refusal = { at: 'data', code: 550, text: body };
    expect((await send('mail')).answer).not.toContain(token);
  });

  it('is logged unchanged when it contains no token', async () => {
    const body = 'invalid_payload: see https://docs.example/messaging/webhooks#errors-of-2026';
    server.answer = (response) => void response.writeHead(400).end(body);
    expect((await send('webhook')).answer).toBe(`400 ${body}`);
  });
});

describe('the webhook channel', () => {
  it('signs the time and the body', async () => {
    await send('webhook');
    const { headers, body } = server.requests[0]!;
    const seconds = clock.ms / 1000;
    const expected = createHmac('sha256', 'correct horse battery').update(`${seconds}.${body}`);
    expect(headers['errata-signature']).toBe(`t=${seconds},v1=${expected.digest('hex')}`);
    expect(headers['errata-delivery']).toBe(createAlertMessage().id);
    expect(headers['user-agent']).toBe('errata/1.2.3');
    expect(JSON.parse(body)).toMatchObject({
      version: 1,
      kind: 'issues',
      at: '2026-01-05T12:00:00.000Z',
      issues: [{ shortId: 'WEB-42', firstSeen: '2026-01-05T11:59:00.000Z' }],
    });
    const end = { how: 'resolved', by: 'Ann', lastedMs: 7_200_000, atMs: clock.ms } as const;
    const issues = [createAlertedIssue({ end })];
    await send('webhook', { message: createAlertMessage({ kind: 'over', level: 'ok', issues }) });
    const over = server.requests[1]!.body;
    expect(JSON.parse(over).issues).toMatchObject([
      { end: { how: 'resolved', by: 'Ann', seconds: 7200, at: '2026-01-05T12:00:00.000Z' } },
    ]);
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
    for (const each of [body, over]) {
      const isValid = ajv.validate(webhookSchema, JSON.parse(each));
      expect([isValid, ajv.errorsText()]).toEqual([true, 'No errors']);
    }
  });
});

describe('the Telegram channel', () => {
  it('waits as long as the answer of Telegram says', async () => {
    const body = JSON.stringify({ ok: false, parameters: { retry_after: 7 } });
    server.answer = (response) => void response.writeHead(429).end(body);
    expect(await send('telegram')).toMatchObject({ ending: 'later', retryAfterMs: 7000 });
    expect(server.requests[0]?.url).toBe('/bot123456:ABC-secret/sendMessage');
  });
});

describe('mail', () => {
  it.each([
    ['data', 550, 'refused'],
    ['recipient', 550, 'refused'],
    ['data', 451, 'later'],
    ['recipient', 450, 'later'],
  ] as const)(
    'rejected by the server at the %s with code %i ends as %s',
    async (at, code, ending) => {
      mails.refusal = { at, code, text: 'no such mailbox' };
      const result = await send('mail');
      expect(result.ending).toBe(ending);
      expect(result.answer).toContain('no such mailbox');
      expect(result.isUnsent).toBe(at === 'recipient');
    },
  );

  it('does not arrive when a server whose every answer is in time takes too long', async () => {
    mails.slowAt = 'recipient';
    const sending = send('mail', { sendMs: 2000 });
    // The answer about the first of two recipients puts off all timers of the connection.
    (await eventually('a first recipient', () => mails.goOn))();
    expect(await sending).toMatchObject({ ending: 'later' });
    mails.goOn!();
    await eventually('an ended connection', () => mails.connections === 0);
    expect(mails.mails).toEqual([]);
  });

  it('is written when the stream that adds its final dot has ended', async () => {
    const [source, dotted] = [new PassThrough(), new PassThrough()];
    let isWritten = false;
    noteWritten(source, () => (isWritten = true)).pipe(dotted);
    source.end('a mail');
    await finished(source, { writable: false });
    expect(isWritten).toBe(false);
    await finished(dotted.resume());
    expect(isWritten).toBe(true);
  });

  it('counts as sent when the server has all of it and does not answer', async () => {
    mails.slowAt = 'data';
    expect(await send('mail', { sendMs: 2000 })).toMatchObject({ ending: 'sent' });
    expect(mails.connections).toBe(1);
    mails.goOn!();
    await eventually('an ended connection', () => mails.connections === 0);
    expect(mails.mails).toHaveLength(1);
  });

  it('says 200 characters of a long message', async () => {
    const issues = [createAlertedIssue({ message: 'x'.repeat(10_000) })];
    await send('mail', { message: { ...createAlertMessage(), issues } });
    const text = mails.mails[0]!.source.replaceAll(/=\r?\n/g, '');
    expect(Math.max(...(text.match(/x{9,}/g) ?? []).map(({ length }) => length))).toBe(199);
  });

  it('has a subject, a text and an HTML form, and a message id of its own', async () => {
    await send('mail');
    const { source, to } = mails.mails[0]!;
    expect(to).toEqual(['ann@example.org', 'ben@example.org']);
    expect(source).toMatch(/^Subject: New in Web: TypeError: x is not a function\r$/m);
    expect(source).toMatch(/^Message-ID: <6f9619ff-[\w-]+@errata\.example>\r$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toContain('Content-Type: text/plain');
    expect(source).toContain('Content-Type: text/html');
    expect(source).toContain('prefers-color-scheme: dark');
  });

  it('written to a person can be unsubscribed by one click', async () => {
    const { mailer } = createSenders({
      settings: { smtpUrl, mailFrom: 'errata@errata.example', version: '1.2.3' },
      clock,
      listAllowedHosts: async () => [],
    });
    const unsubscribe = 'https://errata.example/unsubscribe?token=a';
    await mailer.send(createAlertMessage(), { addresses: ['ann@example.org'], unsubscribe });
    const { source } = mails.mails[0]!;
    expect(source).toMatch(
      /^List-Unsubscribe: <https:\/\/errata\.example\/unsubscribe\?token=a>\r$/m,
    );
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  it('is refused with a reason when SMTP_URL is not set', async () => {
    const { mailer } = createSenders({
      settings: { mailFrom: 'errata@errata.example', version: '1.2.3' },
      clock,
      listAllowedHosts: async () => [],
    });
    const result = await mailer.send(createAlertMessage(), { addresses: ['ann@example.org'] });
    expect(result).toEqual({
      ending: 'refused',
      answer: 'SMTP_URL is not set: Errata sends no mail.',
    });
  });
});
