import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { createEnvelope, createEvent } from './support/envelopes.ts';
import { createRandom } from './support/random.ts';
import { publicKey, startRelay } from './support/started-relay.ts';

const SEED = 20_260_105;
const ENVELOPES = 3000;
const COMPRESSED = 300;
const ALLOWED = new Set([200, 400, 413, 503]);
const AT_ONCE = 8;

const INTERESTING = [
  '\n',
  '\r\n',
  '\0',
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  'null',
  'NaN',
  '-1',
  '1e999',
  '\u{FFFD}',
  '{"type":"event"}\n',
  '"length":5',
  '"length":99999999999',
  '{}',
  '"event_id":"x"',
  '\\ud800',
  '['.repeat(500),
  '{"a":'.repeat(200),
  `{"exception":{"value":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
].map((text) => Buffer.from(text));

/** JSON.stringify itself is at its end here: put in as text. */
const NESTED = 'nested';
const nested = `${'['.repeat(6500)}${']'.repeat(6500)}`;

const random = createRandom(SEED);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const place = (bytes: Buffer): number => Math.floor(random() * (bytes.length + 1));

const mutations: ((bytes: Buffer) => Buffer)[] = [
  (bytes) => bytes.subarray(0, place(bytes)),
  (bytes) => bytes.subarray(place(bytes)),
  (bytes) => {
    const flipped = Buffer.from(bytes);
    if (flipped.length > 0) flipped[Math.floor(random() * flipped.length)] = random() * 256;
    return flipped;
  },
  (bytes) => {
    const at = place(bytes);
    return Buffer.concat([bytes.subarray(0, at), pick(INTERESTING), bytes.subarray(at)]);
  },
  (bytes) => {
    const [from, to] = [place(bytes), place(bytes)].toSorted((a, b) => a - b) as [number, number];
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from, to), bytes.subarray(to)]);
  },
  (bytes) => Buffer.concat([bytes, Buffer.from('\n'), bytes.subarray(place(bytes))]),
];

function mutate(bytes: Buffer): Buffer {
  let mutated = bytes;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    mutated = pick(mutations)(mutated);
  }
  return mutated;
}

it('answers whatever is sent with one of its answers, and goes on', async () => {
  const relay = await startRelay({ LOG_LEVEL: 'error' });
  const seedEnvelopes = [
    createEnvelope(),
    createEnvelope({ event: { exception: { type: 'Error', value: NESTED } } }),
    createEnvelope({ event: createEvent({ tags: { a: 'b' }, breadcrumbs: [{ message: 'x' }] }) }),
    '{}\n{"type":"event","length":2}\n{}\n{"type":"attachment","length":3}\nabc\n{"type":"session"}\n{}\n',
  ].map((text) => Buffer.from(text.replace(`"${NESTED}"`, nested)));
  const bodies = [
    ...Array.from({ length: ENVELOPES }, () => ({
      body: mutate(pick(seedEnvelopes)),
      encoding: 'identity',
    })),
    ...Array.from({ length: COMPRESSED }, () => ({
      body: mutate(gzipSync(pick(seedEnvelopes))),
      encoding: 'gzip',
    })),
  ];
  const statuses = new Map<number, number>();
  const send = async (): Promise<void> => {
    for (let next = bodies.pop(); next; next = bodies.pop()) {
      const { status } = await request(relay.url)
        .post(`/api/1/envelope/?sentry_key=${publicKey}`)
        .set('Content-Encoding', next.encoding)
        .send(next.body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  expect([...statuses.keys()].filter((status) => !ALLOWED.has(status))).toEqual([]);
  // Both ways were gone, or the mutations are no good.
  expect(statuses.get(200)).toBeGreaterThan(100);
  expect(statuses.get(400)).toBeGreaterThan(100);
  await relay.drained();
  // What is kept aside is the sender's mistake, never ours.
  const reasons = relay.parts.spoolFile.db.prepare('SELECT reason FROM failed_reports').pluck();
  const ours = (reasons.all() as string[]).filter((reason) => /(?:ing) failed/.test(reason));
  expect(ours).toEqual([]);
  await request(relay.url).get('/health/ready').expect(200);
}, 180_000);
