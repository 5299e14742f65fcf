import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { hex, pick } from '../../bench/fixtures/random.mjs';
import { mutate } from './mutations.mjs';

const zstd = await Zstd.load();

/**
 * Compressions that senders use, by their name in `Content-Encoding`. Some senders use `deflate`
 * with a zlib header, others without.
 */
const ENCODERS = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['zstd', (bytes) => Buffer.from(zstd.compress(bytes))],
];

/**
 * JSON with 6,500 nested arrays, which replaces a placeholder in the finished text.
 * `JSON.stringify` would overflow its stack at this depth.
 */
const NESTED = `${'['.repeat(6500)}${']'.repeat(6500)}`;

const FRAMES = Array.from({ length: 3 }, (_, index) => ({
  function: `step${index}`,
  filename: `app/step${index}.js`,
  lineno: index + 1,
  in_app: true,
}));

const EVENT = {
  platform: 'node',
  level: 'error',
  exception: {
    values: [{ type: 'TypeError', value: 'x is undefined', stacktrace: { frames: FRAMES } }],
  },
};

/** An envelope without a whole event, whose logs have attributes of all types. */
const OTHERS = [
  '{}',
  '{"type":"event","length":2}',
  '{}',
  '{"type":"attachment","length":3}',
  'abc',
  '{"type":"session"}',
  '{}',
  '{"type":"log","item_count":2}',
  JSON.stringify({
    items: [
      { timestamp: 1_767_614_400.5, level: 'warn', body: 'x', trace_id: 'a'.repeat(32) },
      {
        body: 'y',
        severity_number: 9,
        attributes: { a: { value: 1 }, b: { value: 'c' }, d: { value: [true] }, e: false },
      },
    ],
  }),
  '',
].join('\n');

export function* createMutated(random, count) {
  for (let left = count; left > 0; left -= 1) {
    yield { encoding: 'identity', body: mutate(random, createEnvelope(random)) };
  }
}

export function* createMutatedCompressed(random, count) {
  for (let index = 0; index < count; index += 1) {
    const [encoding, encode] = ENCODERS[index % ENCODERS.length];
    yield { encoding, body: mutate(random, encode(createEnvelope(random))) };
  }
}

/**
 * Returns a decompression bomb for each encoding. Its body is within every limit on the wire and
 * exceeds the limit on decoded bytes.
 */
export function createBombs() {
  const bytes = Buffer.alloc(400 * 1024 * 1024);
  bytes.write('{}\n{"type":"event"}\n');
  return ENCODERS.map(([encoding, encode]) => ({ encoding, body: encode(bytes) }));
}

function createEnvelope(random) {
  const header = { event_id: hex(random, 32), sent_at: '2026-01-05T12:00:00.000Z' };
  const event = pick(random, [
    EVENT,
    { ...EVENT, tags: { a: 'b' }, breadcrumbs: [{ message: 'x' }] },
    { exception: { type: 'Error', value: 'NESTED' } },
    undefined,
  ]);
  if (event === undefined) return Buffer.from(OTHERS);
  const lines = [header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
  return Buffer.from(lines.replace('"NESTED"', NESTED));
}
