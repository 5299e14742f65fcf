import { pick } from '../../bench/fixtures/random.mjs';

const INTERESTING = [
  ...'\n \r\n \0 \u{FFFD} { } [ ] " , : {} null NaN -1 1e999 \\ud800'.split(' '),
  ...'{"type":"event"}\n "length":5 "length":99999999999 "event_id":"x"'.split(' '),
  '['.repeat(500),
  '{"a":'.repeat(200),
  `{"exception":{"value":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
].map((text) => Buffer.from(text));

const MOST_MUTATIONS = 4;

const place = (random, bytes) => Math.floor(random() * (bytes.length + 1));

/** @type {readonly ((random: () => number, bytes: Buffer) => Buffer)[]} */
const MUTATIONS = [
  (random, bytes) => bytes.subarray(0, place(random, bytes)),
  (random, bytes) => bytes.subarray(place(random, bytes)),
  (random, bytes) => {
    const flipped = Buffer.from(bytes);
    if (flipped.length > 0) flipped[Math.floor(random() * flipped.length)] = random() * 256;
    return flipped;
  },
  (random, bytes) => {
    const at = place(random, bytes);
    return Buffer.concat([bytes.subarray(0, at), pick(random, INTERESTING), bytes.subarray(at)]);
  },
  (random, bytes) => {
    const places = [place(random, bytes), place(random, bytes)];
    const [from, to] = places.toSorted((one, other) => one - other);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from, to), bytes.subarray(to)]);
  },
  (random, bytes) =>
    Buffer.concat([bytes, Buffer.from('\n'), bytes.subarray(place(random, bytes))]),
];

/**
 * Returns the bytes with one to four mistakes: cut, flipped, doubled or inserted bytes.
 *
 * @returns {Buffer}
 */
export function mutate(random, bytes) {
  let mutated = bytes;
  for (let left = 1 + Math.floor(random() * MOST_MUTATIONS); left > 0; left -= 1) {
    mutated = pick(random, MUTATIONS)(random, mutated);
  }
  return mutated;
}
