import { setTimeout as pause } from 'node:timers/promises';
import { pick, seededRandom } from '../../bench/fixtures/random.mjs';
import { startRelay } from '../../bench/processes/errata.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { startPostgres } from '../../scripts/support/postgres.mjs';
import { compareReceipts } from './compare-receipts.mjs';
import { OutboxLoad } from './outbox-load.mjs';
import { Receiver } from './receiver.mjs';

/** ERRATA_SECRET of both relays. */
const SECRET = 'a secret of the proof, 32 characters';
const PUT_EACH = 10;
/** Between alerts and the blow, at most: they are looked for each second. */
const MOST_RUN_MS = 1500;
const RELAYS = ['relay 1', 'relay 2'];

/**
 * Kills one of two relays again and again while alerts wait in the outbox and are sent to a webhook. Each alert arrives, and
 * again only where a relay was killed between a receipt and its record.
 *
 * @param {{ rounds: number, seed: number, databases: readonly string[], onRound?: (line: string) => void }} options
 */
export async function proveAlerts({ databases, onRound = console.log, ...options }) {
  const rows = [];
  const lines = [];
  for (const database of databases) {
    const form = `alerts, ${database}`;
    onRound(`\n${form}`);
    const { faults, ...counts } = await onDatabase(database, (place) =>
      play({ place, onRound, ...options }),
    );
    const named = Object.entries(faults);
    const numbers = Object.fromEntries(named.map(([what, found]) => [what, found.length]));
    rows.push({ form, rounds: options.rounds, ...counts, ...numbers });
    lines.push(...named.flatMap(([what, found]) => found.map((id) => `${form}: ${what}: ${id}`)));
  }
  return { rows, faults: lines };
}

async function onDatabase(database, work) {
  return inTemporaryFolder(async (dataDir) => {
    if (database === 'sqlite') return work({ dataDir });
    const postgres = await startPostgres({ durable: true });
    try {
      return await work({ dataDir, databaseUrl: postgres.url });
    } finally {
      await postgres.remove();
    }
  });
}

async function play({ place, rounds, seed, onRound }) {
  const random = seededRandom(seed);
  const receiver = new Receiver(seededRandom(seed + 1));
  const port = await receiver.listen();
  const start = () => startRelay(place.dataDir, { settings: toSettings(place) });
  const relays = new Map();
  for (const name of RELAYS) relays.set(name, await start());
  const load = new OutboxLoad(place, SECRET);
  const killsMs = [];
  try {
    await load.prepare(port);
    for (let round = 1; round <= rounds; round += 1) {
      await load.put(PUT_EACH);
      await pause(random() * MOST_RUN_MS);
      const victim = pick(random, RELAYS);
      killsMs.push(performance.now());
      await relays.get(victim).end('SIGKILL');
      relays.set(victim, await start());
      onRound(`${round}: ${victim}; ${receiver.receipts.size} of ${load.sent.length} received`);
    }
    const logged = await load.untilEmpty();
    const { twice, faults } = compareReceipts(load.sent, receiver.receipts, killsMs);
    const sent = load.sent.length;
    const unlogged = logged === sent ? [] : [`${sent - logged} of ${sent}`];
    return { sent, twice: twice.length, faults: { ...faults, unlogged } };
  } finally {
    await Promise.all([...relays.values()].map((relay) => relay.end('SIGTERM')));
    await Promise.all([load.close(), receiver.close()]);
  }
}

function toSettings({ databaseUrl }) {
  return {
    ERRATA_SECRET: SECRET,
    MONITORING_DSN: 'off',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}
