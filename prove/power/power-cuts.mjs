import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { startRelay } from '../../bench/processes/errata.mjs';
import { findEventBeside } from '../../bench/receipts/any-report.mjs';
import { settle, untilDrained } from '../../bench/receipts/settled.mjs';
import { ensureTool } from '../../scripts/support/tools/ensure-tool.mjs';
import { strace as tracer } from '../../scripts/support/tools/tools.mjs';
import { toColumns, underLoad } from '../under-load.mjs';
import { RecordedDisk } from './recorded-disk.mjs';
import { readSystemCalls, toBytes, tracedInto } from './system-calls.mjs';

/**
 * Minimum number of reports acknowledged during the recording, and the additional number for each
 * power cut.
 */
const LEAST_ACKNOWLEDGED = 100;
const ACKNOWLEDGED_A_ROUND = 10;
/**
 * An acknowledgement names its event by `{"id":"…"}`: first as hex in the trace, second as text.
 */
const NAMES_EVENT = String.raw`\x7b\x22\x69\x64\x22\x3a`;
const ACKNOWLEDGEMENT = /\{"id":"(?<id>[\da-f]{32})"\}/g;
const settings = { MONITORING_DSN: 'off' };

/**
 * Records everything that a relay writes, syncs and answers from its first start on. For some
 * syncs, rebuilds the data folder as a disk would have it after a power cut just before the sync is
 * done. All or half of the unsynced data is lost.
 *
 * A relay that starts on that folder has to store every report that was acknowledged before the
 * cut, exactly once.
 *
 * @param {import('../forms.mjs').PlayOptions} options `rounds`: how many moments
 */
export async function provePowerCuts({ place: { dataDir: folder }, rounds, seed, ...options }) {
  const strace = await ensureTool(tracer);
  if (!strace) throw new Error('Without strace nobody knows what is on the disk.');
  const random = seededRandom(seed);
  const record = { root: join(folder, 'recorded'), trace: join(folder, 'trace') };
  await mkdir(record.root);
  const whole = await playRecorded({ record, strace, rounds, seed, ...options });
  const columns = toColumns(whole, { unclean: [] });
  let syncs = 0;
  for await (const _ of listSyncs(record)) syncs += 1;
  const chosen = new Set();
  while (chosen.size < Math.min(rounds, syncs)) chosen.add(Math.floor(random() * syncs));
  let [round, sync] = [0, -1];
  for await (const { disk, acknowledged } of listSyncs(record)) {
    sync += 1;
    if (!chosen.has(sync)) continue;
    round += 1;
    const keepsHalf = round % 2 === 0;
    const copy = join(folder, 'cut');
    await mkdir(copy);
    await disk.cut(copy, () => keepsHalf && random() < 0.5);
    const found = await replay(copy, toAnsweredAt(whole.load, acknowledged));
    await rm(copy, { recursive: true });
    const cut = `cut before sync ${sync}, ${keepsHalf ? 'half of the rest kept' : 'the rest lost'}`;
    for (const [what, lines] of Object.entries(found.faults)) {
      columns.faults[what].push(...lines.map((line) => `${line}, ${cut}`));
    }
    options.onRound(`${round}: ${cut}; ${acknowledged.size} acknowledged, ${found.stored} stored`);
  }
  return columns;
}

const dataOf = (root) => ({ dataDir: join(root, 'data') });

async function playRecorded({ record, strace, rounds, seed, mostPauseMs }) {
  const under = tracedInto(strace, record.trace);
  const place = dataOf(record.root);
  const relay = await startRelay(place.dataDir, { settings, under });
  const urls = [relay.url];
  const options = { urls, relayUrls: urls, random: seededRandom(seed + 1), mostPauseMs };
  const whole = await underLoad(place, options, (load) =>
    load.untilAcknowledged(LEAST_ACKNOWLEDGED + rounds * ACKNOWLEDGED_A_ROUND),
  );
  await relay.end();
  return whole;
}

/** Yields, before each sync is done, the disk and how often each id had been acknowledged. */
async function* listSyncs({ root, trace }) {
  const disk = new RecordedDisk(root);
  const acknowledged = new Map();
  for await (const event of readSystemCalls(trace)) {
    if (event.hasEnded && disk.isSync(event.call)) yield { disk, acknowledged };
    if (!event.hasEnded) {
      for (const id of findAcknowledged(event.call)) {
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
 * Treats each report that was not acknowledged before the power cut as open: taken, lost, or not
 * sent yet. An acknowledgement names no logs, so those are acknowledged whose event was, each time. All
 * spans are open.
 */
function toAnsweredAt({ events, logs, spans, attached }, acknowledged) {
  const hasAll = (log) => {
    const id = findEventBeside(log);
    return acknowledged.has(id) && acknowledged.get(id) === events.sends.get(id)?.acknowledged;
  };
  const taken = new Set([...logs.acknowledged].filter(hasAll));
  return {
    events: toItemsAt(events, (id) => acknowledged.get(id) ?? 0),
    logs: toItemsAt(logs, (log) => (taken.has(log) ? 1 : 0)),
    spans: toItemsAt(spans, () => 0),
    attached,
  };
}

function toItemsAt({ sends, refused }, countTaken) {
  return {
    acknowledged: new Set([...sends.keys()].filter((item) => countTaken(item) > 0)),
    refused,
    sends: new Map(
      [...sends].map(([item, whole]) => {
        const before = countTaken(item);
        return [item, { acknowledged: before, open: whole.acknowledged + whole.open - before }];
      }),
    ),
  };
}

/**
 * Starts a relay on the folder after the cut. Resolves with the faults once the relay has processed
 * and counted everything.
 */
async function replay(folder, answered) {
  const place = dataOf(folder);
  try {
    const relay = await startRelay(place.dataDir, { settings });
    await untilDrained(relay.url);
    const { stored, faults } = await settle(answered, place);
    const ending = await relay.end();
    const unclean = ending === 0 ? [] : [`ended with ${ending}: ${relay.printed.trim()}`];
    return { stored: stored.ids.length, faults: { ...faults, unclean } };
  } catch (error) {
    return { stored: 0, faults: { unclean: [error.message] } };
  }
}
