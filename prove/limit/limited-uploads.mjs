import { seededRandom } from '../../bench/fixtures/random.mjs';
import { loadReports } from '../../bench/processes/load.mjs';
import { addUploader, makeBundle, upload } from '../uploads/bundles.mjs';
import { startContained } from './contained-errata.mjs';
import { countRecorded, LIMIT } from './limit.mjs';

const MIB = 1024 * 1024;
const REPORTS_PER_SECOND = 100;
const MOST_MAP_BYTES = 63 * MIB;
/** A map of this size fits into the memory of the limit. */
const FITS_BYTES = 20 * MIB;

/**
 * Uploads source maps of 1 to 64 MiB to both services under the limit of a small container, one
 * after the other, beside 100 reports a second. No process may be killed or restarted, and each
 * upload has to be told its end.
 *
 * @param {import('../forms.mjs').PlayOptions} options `rounds`: minutes
 */
export async function proveLimitedUploads({ place, rounds: minutes, seed, onRound }) {
  const errata = await startContained(place.dataDir, LIMIT);
  const pids = errata.readPids();
  await addUploader(errata);
  const random = seededRandom(seed);
  const endMs = performance.now() + minutes * 60_000;
  const faults = { untold: [] };
  const ends = {};
  const uploadAll = async () => {
    while (performance.now() < endMs) {
      const mapBytes = MIB + random() * MOST_MAP_BYTES;
      const { end, told } = await upload(errata.url, makeBundle(mapBytes, random));
      ends[end] = (ends[end] ?? 0) + 1;
      onRound(`${Math.round(mapBytes / MIB)} MiB: ${end} ${told}`);
      const isRight = end === 'ok' || (mapBytes > FITS_BYTES && /of memory, and/.test(told));
      if (!isRight) faults.untold.push(`${Math.round(mapBytes / MIB)} MiB, ${end}: ${told}`);
    }
  };
  const load = { seed, seconds: minutes * 60, perSecond: REPORTS_PER_SECOND };
  const [{ acknowledged, p99Ms }] = await Promise.all([
    loadReports(errata.relayUrl, load),
    uploadAll(),
  ]);
  const recorded = await countRecorded(errata.dataDir, acknowledged);
  const killed = Array.from({ length: errata.group.countKills() }, () => 'a process');
  const restarted = errata.readPids().filter((pid) => !pids.includes(pid));
  const peakBytes = errata.group.readPeakBytes();
  const ending = await errata.end();
  return {
    ...ends,
    acknowledged,
    recorded,
    'answer p99, ms': Math.round(p99Ms),
    'most in the group, MB': Math.round(peakBytes / 1e6),
    faults: {
      ...faults,
      unrecorded: acknowledged === recorded ? [] : [`${recorded} of ${acknowledged}`],
      killed,
      restarted,
      unclean: ending === 0 ? [] : [`ended with ${ending}`],
    },
  };
}
