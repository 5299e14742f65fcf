import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { reportLimits } from '#shared';
import { eventually } from '../../../test/support/eventually.ts';
import { MemoryBudget } from '../src/intake/memory/memory-budget.ts';
import { listBodyFiles } from './support/body-files.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { publicKey, shareRelay, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const KEY = `?sentry_key=${publicKey}`;
const ENVELOPE = `/api/1/envelope/${KEY}`;
const MB = 1024 * 1024;

let relay: StartedRelay;

shareRelay((shared) => (relay = shared));

function item(header: object, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload as string);
  const line = JSON.stringify({ ...header, length: bytes.length });
  return Buffer.concat([Buffer.from(`\n${line}\n`), bytes]);
}

const attachment = (payload: string | Buffer, header: object = {}) =>
  item({ type: 'attachment', filename: 'a.bin', ...header }, payload);

const envelopeOf = (eventId: string, ...items: Buffer[]) =>
  Buffer.concat([Buffer.from(JSON.stringify({ event_id: eventId })), ...items]);

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function listStored(eventId: string) {
  const { attachments } = relay.parts.stores;
  const found = [];
  for (const { id, name, contentType, type, bytes } of await attachments.list(1, eventId)) {
    const chunks: Buffer[] = [];
    for await (const chunk of attachments.read(id)) chunks.push(chunk);
    found.push({ name, contentType, type, bytes, digest: digest(Buffer.concat(chunks)) });
  }
  return found;
}

async function listFeedback(eventId: string) {
  return relay.parts.stores.feedback.list(1, eventId);
}

describe('an attachment', () => {
  it('is stored with its event, byte for byte, and its body file is removed', async () => {
    const eventId = createEventId();
    const small = Buffer.from([0, 10, 13, 255, 10]);
    const large = randomBytes(3 * MB + 17);
    const body = Buffer.concat([
      Buffer.from(createEnvelope({ eventId })),
      attachment(small, { content_type: 'image/png', attachment_type: 'event.view_hierarchy' }),
      item({ type: 'profile' }, '{}'),
      attachment(large, { filename: '../etc/C:\\temp\\dump.dmp', content_type: 'x y' }),
    ]);
    await relay.send(body).expect(200, { id: eventId });
    await relay.drained();
    expect(await listStored(eventId)).toEqual([
      {
        name: 'a.bin',
        contentType: 'image/png',
        type: 'event.view_hierarchy',
        bytes: small.length,
        digest: digest(small),
      },
      {
        name: 'dump.dmp',
        contentType: 'application/octet-stream',
        type: 'event.attachment',
        bytes: large.length,
        digest: digest(large),
      },
    ]);
    expect(listBodyFiles(relay.dataDir)).toEqual([]);
  });

  it('belongs to the event of its envelope, when the header names none', async () => {
    const eventId = createEventId();
    const large = randomBytes(2 * MB);
    const event = item({ type: 'event' }, JSON.stringify({ event_id: eventId, message: 'x' }));
    const body = Buffer.concat([Buffer.from('{}'), attachment(large), event]);
    await relay.send(body).expect(200, { id: eventId });
    await relay.send(Buffer.concat([Buffer.from('{}'), attachment('of nothing')])).expect(200);
    await relay.drained();
    expect(await listStored(eventId)).toMatchObject([{ digest: digest(large) }]);
    expect(readOutcomes(relay.dataDir).lines).toContain(
      `1 ${publicKey} filtered/no_event attachment 1`,
    );
  });
});

describe('attachments in a form', () => {
  const address = (eventId: string) => `/api/1/events/${eventId}/attachments/${KEY}`;

  it('are stored with the event of the address, however many and large', async () => {
    const eventId = createEventId();
    const large = randomBytes(2 * MB);
    const dashed = eventId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    await request(relay.url)
      .post(address(dashed))
      .field('comment', 'not kept')
      .attach('one', Buffer.from('text'), { filename: 'one.txt', contentType: 'text/plain' })
      .attach('two', large, { filename: 'two.dmp', contentType: 'application/x-dmp' })
      .attach('three', Buffer.alloc(0), { filename: 'three.log', contentType: 'text/plain' })
      .expect(200, { id: eventId });
    await relay.drained();
    expect(await listStored(eventId)).toMatchObject([
      { name: 'one.txt', contentType: 'text/plain', digest: digest(Buffer.from('text')) },
      { name: 'two.dmp', contentType: 'application/x-dmp', digest: digest(large) },
      { name: 'three.log', bytes: 0 },
    ]);
  });

  it('are read alike in any chunks, with any bytes', async () => {
    const eventId = createEventId();
    const content = Buffer.concat([
      Buffer.from('\r\n--x\r\n--'),
      randomBytes(300),
      Buffer.from('\r'),
    ]);
    const head = (name: string) =>
      `--xyz\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n\r\n`;
    const body = Buffer.concat([
      ...['a', 'b', 'c'].flatMap((name) => [Buffer.from(head(name)), content, Buffer.from('\r\n')]),
      Buffer.from('--xyz--\r\n'),
    ]);
    const { port } = new URL(relay.url);
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    socket.write(
      `POST ${address(eventId)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=xyz\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (let offset = 0; offset < body.length; offset += 7) {
      socket.write(body.subarray(offset, offset + 7));
      if (offset % 70 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    await relay.drained();
    const expected = { bytes: content.length, digest: digest(content) };
    expect(await listStored(eventId)).toMatchObject(
      ['a', 'b', 'c'].map((name) => ({ name, ...expected })),
    );
  });

  const file = '--xyz\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nabc';
  const field = '--xyz\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n';
  const form = 'multipart/form-data; boundary=xyz';

  it.each([
    ['without a form', 400, 'text/plain', 'x'],
    ['in a form of fields', 400, 'application/x-www-form-urlencoded', 'a=b'],
    ['without a boundary', 400, 'multipart/form-data', 'x'],
    ['cut off', 400, form, file],
    ['in a form that has none', 400, form, `${field}--xyz--\r\n`],
    ['with more than 100 fields', 413, form, `${file}\r\n${field.repeat(101)}--xyz--\r\n`],
  ])('are refused when they come %s, with status %i', async (_, status, type, body) => {
    await relay.drained();
    await request(relay.url)
      .post(address(createEventId()))
      .set('Content-Type', type)
      .send(Buffer.from(body))
      .expect(status);
    expect(listBodyFiles(relay.dataDir)).toEqual([]);
    expect(relay.spool.queuedReports).toBe(0);
  });

  it.each([
    ['over the limit', [reportLimits.attachmentBytes + 1]],
    ['too many', Array.from({ length: reportLimits.items + 1 }, () => 1)],
  ])('are refused as too large when they are %s', async (_, sizes) => {
    const parts = sizes.flatMap((size) => [
      Buffer.from('--xyz\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'),
      Buffer.alloc(size),
      Buffer.from('\r\n'),
    ]);
    await request(relay.url)
      .post(address(createEventId()))
      .set('Content-Type', 'multipart/form-data; boundary=xyz')
      .set('Content-Encoding', 'gzip')
      .send(gzipSync(Buffer.concat([...parts, Buffer.from('--xyz--\r\n')])))
      .expect(413);
    expect(listBodyFiles(relay.dataDir)).toEqual([]);
  });

  it('are refused without a key, and with an invalid event id', async () => {
    const path = `/api/1/events/${createEventId()}/attachments/`;
    await request(relay.url).post(path).attach('a', Buffer.from('x'), 'a').expect(403);
    await request(relay.url).post(`/api/1/events/x/attachments/${KEY}`).send('x').expect(404);
  });

  it('are answered even when the parser hangs in a part that it skips', async () => {
    // The parser waits for ever when a skipped part fills it and then ends.
    const skipped = `--xyz\r\nfoo: bar\r\n\r\n${'x'.repeat(20_000)}\r\n`.repeat(20);
    const send = (body: string) =>
      request(relay.url)
        .post(address(createEventId()))
        .set('Content-Type', form)
        .send(Buffer.from(body));
    const { status } = await send(`${file}\r\n${skipped}--xyz--\r\n`);
    expect([200, 400]).toContain(status);
    await send(`${file}\r\n--xyz--\r\n`).expect(200);
    expect(relay.app.get(MemoryBudget).bytesHeld).toBe(0);
    await relay.drained();
    expect(listBodyFiles(relay.dataDir)).toEqual([]);
  });
});

describe('feedback of users', () => {
  it('is stored with its event and its attachments', async () => {
    const [eventId, feedbackId] = [createEventId(), createEventId()];
    await relay.send(createEnvelope({ eventId })).expect(200);
    const context = {
      message: '  It broke. \u0000 ',
      contact_email: 'ann@example.org',
      name: 'Ann',
      url: 'https://app.example/',
      associated_event_id: eventId,
    };
    const feedback = { event_id: feedbackId, type: 'feedback', contexts: { feedback: context } };
    const body = envelopeOf(
      feedbackId,
      item({ type: 'feedback' }, JSON.stringify(feedback)),
      attachment('png', { filename: 'screenshot.png', content_type: 'image/png' }),
    );
    await relay.send(body).expect(200, { id: feedbackId });
    const report = { event_id: eventId, name: 'Bob', email: '', comments: 'Me too.' };
    await relay.send(envelopeOf(eventId, item({ type: 'user_report' }, JSON.stringify(report))));
    await relay.drained();
    expect(await listFeedback(eventId)).toEqual([
      {
        name: 'Ann',
        email: 'ann@example.org',
        message: 'It broke. \ufffd',
        url: 'https://app.example/',
        receivedAtMs: expect.any(Number),
      },
      { name: 'Bob', message: 'Me too.', receivedAtMs: expect.any(Number) },
    ]);
    expect(await listStored(eventId)).toMatchObject([{ name: 'screenshot.png' }]);
  });

  it('is invalid without a text, failed when it cannot be read, and hides no item beside it', async () => {
    relay = await startRelay();
    const eventId = createEventId();
    const nothing = item({ type: 'user_report' }, '{"comments":"  "}');
    const broken = item({ type: 'feedback' }, '{"contexts":');
    await relay.send(envelopeOf(eventId, nothing, broken, attachment('kept'))).expect(200);
    await relay.send(envelopeOf(createEventId(), nothing)).expect(200);
    await relay.drained();
    expect(await listStored(eventId)).toHaveLength(1);
    expect(await relay.parts.stores.failedReports.count()).toBe(1);
    expect(readOutcomes(relay.dataDir).lines).toEqual([
      `1 ${publicKey} failed/unreadable feedback 1`,
      `1 ${publicKey} invalid/malformed default 2`,
      `1 ${publicKey} stored/taken attachment 1`,
    ]);
  });
});

describe('a large body', () => {
  const half = Buffer.concat([
    Buffer.from(`{}\n{"type":"attachment","length":${4 * MB}}\n`),
    Buffer.alloc(2 * MB),
  ]);

  it('leaves nothing behind when its sender goes away', async () => {
    const socket = connect(Number(new URL(relay.url).port), '127.0.0.1').on('error', () => {});
    socket.write(`POST ${ENVELOPE} HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 * MB}\r\n\r\n`);
    socket.write(half);
    await eventually('a file', () => listBodyFiles(relay.dataDir).length === 1);
    expect(relay.spool.queuedBytes).toBeGreaterThan(0);
    socket.resetAndDestroy();
    await eventually('no file', () => listBodyFiles(relay.dataDir).length === 0);
    expect(relay.spool.queuedBytes).toBe(0);
    expect(relay.app.get(MemoryBudget).bytesHeld).toBe(0);
  });

  it.each([
    ['is cut', half, 400],
    [
      'is over a limit',
      Buffer.concat([
        half,
        Buffer.alloc(2 * MB),
        Buffer.from('\n{"type":"event","length":9000000}\n'),
      ]),
      413,
    ],
  ])('leaves nothing behind when it %s', async (_, body, status) => {
    await relay.send(body).expect(status);
    expect(listBodyFiles(relay.dataDir)).toEqual([]);
    expect(relay.spool.queuedBytes).toBe(0);
  });

  it('is refused while it arrives once the spool has no room for it', async () => {
    relay = await startRelay({ QUEUE_MAX_BYTES: String(3 * MB) });
    const body = Buffer.concat([Buffer.from(createEnvelope()), attachment(randomBytes(6 * MB))]);
    await relay.send(body).expect(503);
    expect(listBodyFiles(relay.dataDir)).toEqual([]);
    await relay.send(createEnvelope()).expect(200);
  });
});
