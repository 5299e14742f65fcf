import { once } from 'node:events';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { reportLimits } from '#shared';
import { eventually } from '../../../test/support/eventually.ts';
import { MemoryBudget } from '../src/intake/memory/memory-budget.ts';
import { createEnvelope, createEvent } from './support/envelopes.ts';
import { HastyPause } from './support/hasty-pause.ts';
import { PatientPause } from './support/patient-pause.ts';
import { createSparseBytes } from './support/sparse-bytes.ts';
import { publicKey, shareRelay, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const ENVELOPE = '/api/1/envelope/';
const AUTH = `Sentry sentry_version=7, sentry_client=spec/1, sentry_key=${publicKey}`;

let relay: StartedRelay;

// The long pauses keep a slow machine from ending the open requests as stalled.
shareRelay((shared) => (relay = shared), {}, { pause: new PatientPause() });

const MB = 1024 * 1024;

function createLarge(attachments: readonly number[], otherBytes: number): Buffer {
  const item = (type: string, length: number): Buffer[] => [
    Buffer.from(`\n${JSON.stringify({ type, length })}\n`),
    createSparseBytes(length),
  ];
  return gzipSync(
    Buffer.concat([
      Buffer.from(createEnvelope()),
      ...attachments.flatMap((length) => item('attachment', length)),
      ...item('profile', otherBytes),
    ]),
  );
}

describe('an envelope', () => {
  it('may hold attachments of 100 MiB together, which are not held in memory', async () => {
    const body = createLarge([50 * MB, 48 * MB], MB);
    const append = jest.spyOn(relay.spool, 'append');
    const budget = relay.app.get(MemoryBudget);
    let mostHeld = 0;
    const watching = setInterval(() => (mostHeld = Math.max(mostHeld, budget.bytesHeld)), 1);
    await relay.send(body).set('Content-Encoding', 'gzip').expect(200);
    clearInterval(watching);
    const taken = append.mock.calls.map(([report]) => report);
    append.mockRestore();
    expect(taken).toMatchObject([{ body: Buffer.alloc(0), spilled: expect.anything() }]);
    expect(taken[0]!.spilled!.bytes).toBeGreaterThan(98 * MB);
    expect(taken[0]!.spilled!.bytes).toBeLessThan(98 * MB + 2000);
    expect(mostHeld).toBeGreaterThan(0);
    expect(mostHeld).toBeLessThan(3 * MB);
    await relay.drained();
  });
});

describe('the memory for request bodies', () => {
  it('is bounded over all requests, leaves room for small ones, and is freed with each', async () => {
    const { heldLargeBytes, inlineBytes } = reportLimits;
    const bytes = heldLargeBytes / 6 + inlineBytes - 1000;
    // The relay holds a Zstandard body in encoded form until it has arrived completely.
    const held = Array.from({ length: 6 }, () => holdOpen(bytes, 'Content-Encoding: zstd\r\n'));
    const budget = relay.app.get(MemoryBudget);
    await eventually('memory held', () => budget.bytesHeld >= held.length * bytes);
    const large = createEnvelope({ event: createEvent({ bytes: 1_000_000 }) });
    const another = Buffer.alloc(2_000_000);
    await relay.send(another).set('Content-Encoding', 'zstd').expect(503);
    await relay.send(large).expect(200);
    for (const socket of held) socket.resetAndDestroy();
    await eventually('memory given back', () => budget.bytesHeld === 0);
  });

  it.each([
    ['gzip', 'Content-Encoding: gzip\r\n', gzipSync(randomBytes(2000))],
    ['a line that has no end yet', '', Buffer.from(`{"a":"${'x'.repeat(600)}`)],
  ])('holds and counts the bytes received of %s', async (_, headers, body) => {
    const sockets = Array.from({ length: 10 }, () => open(9000, headers));
    for (const socket of sockets) socket.write(body.subarray(0, 529));
    const budget = relay.app.get(MemoryBudget);
    await eventually('memory held', () => budget.bytesHeld === sockets.length * 529);
    for (const socket of sockets) socket.resetAndDestroy();
    await eventually('memory given back', () => budget.bytesHeld === 0);
  });

  it('is freed when a sender stops half-way, who gets status 408', async () => {
    const pause = new HastyPause();
    relay = await startRelay({}, { pause });
    const socket = holdOpen(20_000);
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 408 .*"The rest of the body did not arrive."/s);
    await relay.send(createEnvelope()).expect(200);
  });

  function holdOpen(bytes: number, headers = '') {
    const lines = `{}\n{"type":"profile","length":${bytes}}\n`;
    const socket = open(lines.length + bytes, headers);
    socket.write(lines);
    socket.write(Buffer.alloc(bytes - 1));
    return socket;
  }

  function open(bytes: number, headers: string) {
    const socket = connect(Number(new URL(relay.url).port), '127.0.0.1').on('error', () => {});
    socket.write(
      `POST ${ENVELOPE} HTTP/1.1\r\nHost: x\r\nX-Sentry-Auth: ${AUTH}\r\n${headers}Content-Length: ${bytes}\r\n\r\n`,
    );
    return socket;
  }
});
