import { expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { createEnvelope } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const KEY = 'refusals';
/** Of those that come in a minute a relay takes the first. */
const env = { ERRATA_PROJECTS: `app=1:${KEY}`, LOG_LEVEL: 'error', RATE_LIMIT_PER_KEY: '1' };
const ROUNDS = 4;
const AT_ONCE = 20;
const MIB = 1024 * 1024;

const AT = `?sentry_key=${KEY}`;
const ENVELOPE = `/api/1/envelope/${AT}`;
const UNFINISHED = '{"type":"event","length":9}\n{}';

/** What is refused whatever the rate, through each door; the first of them unread. */
const WRONG: readonly [number, string, RequestInit][] = [
  [413, ENVELOPE, { method: 'POST', body: Buffer.alloc(21 * MIB) }],
  [415, ENVELOPE, { method: 'POST', headers: { 'Content-Encoding': 'rot13' } }],
  [400, ENVELOPE, { method: 'POST', body: `{}\n${UNFINISHED}` }],
  [400, '/monitoring', { method: 'POST', body: `{"dsn":"http://${KEY}@a/1"}\n${UNFINISHED}` }],
  [400, `/api/1/store/${AT}`, { method: 'POST', body: 'hello' }],
  [400, `/api/1/store/${AT}&sentry_data=hello`, {}],
  [400, `/api/1/security/${AT}`, { method: 'POST', body: 'hello' }],
  [400, `/api/1/csp-report/${AT}`, { method: 'POST', body: 'hello' }],
  [400, `/api/1/events/${'a'.repeat(32)}/attachments/${AT}`, { method: 'POST', body: 'x' }],
];

const listRefused = (dataDir: string): string[] =>
  readOutcomes(dataDir).lines.filter((line) => /rate_limited|invalid/.test(line));

const sum = (lines: readonly string[]): number =>
  lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);

it('counts once what it has refused at any of its doors', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const relay = await RelayProcess.start({ dataDir, env });
  const answers = await Promise.all(
    WRONG.map(([, path, init]) => fetch(`${relay.url}${path}`, init)),
  );
  expect(answers.map(({ status }) => status)).toEqual(WRONG.map(([status]) => status));
  expect(await relay.terminate()).toBe(0);
  expect(listRefused(dataDir)).toEqual([
    `1 ${KEY} invalid/encoding unknown 1`,
    `1 ${KEY} invalid/malformed attachment 1`,
    `1 ${KEY} invalid/malformed error 2`,
    `1 ${KEY} invalid/malformed security 2`,
    `1 ${KEY} invalid/malformed unknown 2`,
    `1 ${KEY} invalid/too_large unknown 1`,
  ]);
});

it('forgets no refusal that is in the database, and counts none twice, however often it is killed', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const [port] = (await findFreePorts(1)) as [number];
  let relay = await RelayProcess.start({ dataDir, port, env });
  const countRefused = (): number => sum(listRefused(dataDir));
  const refuseSome = async (): Promise<number> => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        fetch(`${relay.url}${ENVELOPE}`, { method: 'POST', body: createEnvelope() }),
      ),
    );
    return answers.filter(({ status }) => status === 429).length;
  };
  let least = 0;
  let refused = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = countRefused();
    const counted = await refuseSome();
    await eventually('all of them', () => countRefused() === before + counted);
    least += counted;
    refused += counted + (await refuseSome());
    await relay.kill();
    relay = await RelayProcess.start({ dataDir, port, env });
  }
  expect(await relay.terminate()).toBe(0);
  const { quantity, inHours } = readOutcomes(dataDir);
  expect(inHours).toBe(quantity);
  expect(countRefused()).toBeGreaterThanOrEqual(least);
  expect(countRefused()).toBeLessThanOrEqual(refused);
});
