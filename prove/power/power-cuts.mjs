import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { startRelay } from '../../bench/processes/errata.mjs';
import { ensureStrace } from '../../scripts/support/strace.mjs';
import { compare } from '../kill/compare.mjs';
import { untilDrained } from '../kill/drained.mjs';
import { ReportLoad } from '../kill/report-load.mjs';
import { readStoredEvents } from '../kill/stored-events.mjs';
import { untilStored } from '../kill/until-stored.mjs';
import { RecordedDisk } from './recorded-disk.mjs';
import { readSystemCalls, toBytes, tracedInto } from './system-calls.mjs';

const SENDERS = 12;
/** What is acknowledged while it is recorded: some at least, and more for more cuts. */
const LEAST_ACKNOWLEDGED = 100;
const ACKNOWLEDGED_A_ROUND = 10;
/** How an answer names the event it acknowledges, in hex as the trace has it and in text. */
const NAMES_EVENT = String.raw`\x7b\x22\x69\x64\x22\x3a`;
const ACKNOWLEDGEMENT = /\{"id":"(?<id>[\da-f]{32})"\}/g;
const settings = { MONITORING_DSN: 'off' };

/**
 * @typedef {object} PowerCutOptions
 * @property {string} folder empty
 * @property {number} rounds how many moments
 * @property {number} seed
 * @property {number} [mostPauseMs] of a sender between a report and the next
 * @property {string} [strace] where it is; else it is looked for
 * @property {(line: string) => void} [onRound]
 */

/**
 * Records what a relay has written, synced and answered, from its first start on; makes the data folder anew as a disk
 * would have it whose power goes just before a sync is done, with all that was not synced lost, or half of it; and
 * starts a relay on that, which has to store once whatever had been acknowledged by then. What had been refused may be
 * counted or not: that was in memory.
 *
 * @param {PowerCutOptions} options
 * @returns {Promise<import('../kill/kill.mjs').KillResult>}
 */
export async function provePowerCuts({
  folder,
  rounds,
  seed,
  mostPauseMs,
  strace,
  onRound = () => {},
}) {
  const tracer = strace ?? (await ensureStrace());
  if (!tracer) throw new Error('Without strace nobody knows what is on the disk.');
  const random = seededRandom(seed);
  const record = { root: join(folder, 'recorded'), trace: join(folder, 'trace') };
  await mkdir(record.root);
  const load = await playRecorded({ record, tracer, rounds, seed, mostPauseMs });
  const { attached, refused, strange } = load;
  const whole = await readStoredEvents(dataOf(record.root));
  const faults = { ...compare(load, whole), strange, unclean: [] };
  const syncs = await countSyncs(record);
  const chosen = chooseSome(random, syncs, rounds);
  let round = 0;
  for await (const { disk, acknowledged, sync } of cutBeforeSyncs(record, chosen)) {
    round += 1;
    const keepsHalf = round % 2 === 0;
    const copy = join(folder, 'cut');
    await mkdir(copy);
    await disk.cut(copy, () => keepsHalf && random() < 0.5);
    const answered = {
      acknowledged: new Set(acknowledged.keys()),
      attached,
      refused,
      sends: toSendsAt(load.sends, acknowledged),
      refusals: toRefusalsAt(load.refusals),
      open: load.sent,
    };
    const { stored, unclean } = await replay(copy, answered);
    await rm(copy, { recursive: true });
    const found = { ...compare(answered, stored), unclean };
    const left = keepsHalf ? 'half of the rest kept' : 'the rest lost';
    const cut = `cut before sync ${sync}, ${left}`;
    for (const [what, lines] of Object.entries(found)) {
      faults[what].push(...lines.map((line) => `${line}, ${cut}`));
    }
    onRound(`${round}: ${cut}; ${acknowledged.size} acknowledged, ${stored.ids.length} stored`);
  }
  return { ...load.counts, stored: whole.ids.length, faults };
}

const dataOf = (root) => ({ dataDir: join(root, 'data') });

/** Resolves with what was sent once the relay has processed all of it and ended. */
async function playRecorded({ record, tracer, rounds, seed, mostPauseMs }) {
  const { dataDir } = dataOf(record.root);
  const relay = await startRelay(dataDir, { settings, under: tracedInto(tracer, record.trace) });
  const random = seededRandom(seed + 1);
  const load = new ReportLoad({ urls: [relay.url], senders: SENDERS, random, mostPauseMs });
  try {
    await load.untilAcknowledged(LEAST_ACKNOWLEDGED + rounds * ACKNOWLEDGED_A_ROUND);
  } finally {
    await load.stop();
  }
  await untilDrained(relay.url);
  await untilStored(load, { dataDir });
  await relay.end('SIGTERM');
  return load;
}

async function countSyncs({ root, trace }) {
  const disk = new RecordedDisk(root);
  let syncs = 0;
  for await (const { call, hasEnded } of readSystemCalls(trace)) {
    if (hasEnded && disk.isSync(call)) syncs += 1;
  }
  return syncs;
}

/** So many of the numbers from 0, all different. */
function chooseSome(random, count, some) {
  const all = Array.from({ length: count }, (_, index) => index);
  const drawn = all
    .map((index) => ({ index, at: random() }))
    .toSorted((one, other) => one.at - other.at);
  return new Set(drawn.slice(0, some).map(({ index }) => index));
}

/** Whatever was sent and not acknowledged by then may have been taken, or not have been sent yet. */
function toSendsAt(sends, acknowledged) {
  return new Map(
    [...sends].map(([id, whole]) => {
      const before = acknowledged.get(id) ?? 0;
      return [id, { acknowledged: before, open: whole.acknowledged + whole.open - before }];
    }),
  );
}

/** The same. */
function toRefusalsAt({ invalid, limited, putOff }) {
  const at = ({ answered, open }) => ({ answered: 0, open: answered + open });
  return { invalid: at(invalid), limited: at(limited), putOff: at(putOff) };
}

/** The disk at each of these moments and how often which id had been acknowledged. */
async function* cutBeforeSyncs({ root, trace }, chosen) {
  const disk = new RecordedDisk(root);
  const acknowledged = new Map();
  let sync = 0;
  for await (const event of readSystemCalls(trace)) {
    const { call, hasEnded } = event;
    if (hasEnded && disk.isSync(call)) {
      if (chosen.has(sync)) yield { disk, acknowledged, sync };
      sync += 1;
    }
    if (!hasEnded) {
      for (const id of findAcknowledged(call)) {
        acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1);
      }
    }
    disk.note(event);
  }
}

function findAcknowledged({ name, args }) {
  if (name !== 'write' && name !== 'writev') return [];
  return args
    .filter((argument) => argument.includes(NAMES_EVENT))
    .flatMap((argument) => [...toBytes(argument).toString('latin1').matchAll(ACKNOWLEDGEMENT)])
    .map(({ groups }) => groups.id);
}

/**
 * Starts a relay where the power went; resolves with what is stored once it has processed and counted all there is, and with
 * a line when it cannot be started there, or not be ended.
 */
async function replay(folder, answered) {
  const place = dataOf(folder);
  try {
    const relay = await startRelay(place.dataDir, { settings });
    await untilDrained(relay.url);
    await untilStored(answered, place);
    const { code, signal } = await relay.end('SIGTERM');
    const unclean = code === 0 ? [] : [`ended with ${signal ?? code}: ${relay.errors.trim()}`];
    return { stored: await readStoredEvents(place), unclean };
  } catch (error) {
    return {
      stored: { ids: [], attached: [], miscounted: [], outcomes: [] },
      unclean: [error.message],
    };
  }
}
