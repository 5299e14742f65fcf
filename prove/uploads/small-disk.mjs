import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { Installation } from '../../bench/processes/installation.mjs';
import { Failure } from '../../scripts/support/failure.mjs';
import { makeFullDisk } from '../kill/full-disk.mjs';
import { toColumns, underLoad } from '../under-load.mjs';
import { addUploader, makeBundle, upload } from './bundles.mjs';

const MIB = 1024 * 1024;
const DISK_BYTES = 512 * MIB;
const KEPT_FREE_BYTES = 128 * MIB;
/** Reports are taken until less is free than has to be, and what is taken is processed. */
const SLACK_BYTES = 16 * MIB;
const MOST_MAP_BYTES = 24 * MIB;

/**
 * Uploads source maps to an Errata on a small disk until none fits any more, while reports stream
 * in. Each upload has to be told its end, in a sentence when it has found no room. Uploads leave
 * free what has to be free, and both services start again afterwards.
 *
 * @param {import('../forms.mjs').PlayOptions} options `rounds`: uploads
 */
export async function proveSmallDisk({ place, rounds, seed, mostPauseMs, onRound }) {
  const disk = await makeFullDisk(place.dataDir, DISK_BYTES);
  try {
    if (disk.kind !== 'small file system') throw new Failure('This form needs to mount a disk.');
    const dataDir = join(disk.folder, 'data');
    await mkdir(dataDir);
    const random = seededRandom(seed);
    const settings = { DISK_MIN_FREE_BYTES: String(KEPT_FREE_BYTES) };
    const installation = await Installation.start({ dataDir }, { settings });
    await addUploader({ dataDir });
    const [url] = installation.urls.values();
    const { relayUrls, names } = installation;
    const loaded = { urls: [url], relayUrls, random: seededRandom(seed + 1), mostPauseMs };
    const faults = { untold: [], 'too full': [], unclean: [] };
    const ends = {};
    const played = await underLoad({ dataDir }, loaded, async () => {
      for (let round = 1; round <= rounds; round += 1) {
        const bundle = makeBundle(MIB + random() * MOST_MAP_BYTES, random);
        const { end, told } = await upload(installation.urls.get('renderer'), bundle);
        const { bavail, bsize } = await statfs(disk.folder);
        const freeBytes = bavail * bsize;
        ends[end] = (ends[end] ?? 0) + 1;
        onRound(
          `${round}: ${toMib(bundle.length)} MiB, ${end} ${told}; ${toMib(freeBytes)} MiB free`,
        );
        if (end === 'untold' || (end !== 'ok' && !/ room /.test(told)))
          faults.untold.push(`${end}: ${told}`);
        if (freeBytes < KEPT_FREE_BYTES - SLACK_BYTES) faults['too full'].push(toMib(freeBytes));
      }
      faults.unclean.push(...(await installation.end(names, 'SIGTERM')));
      await installation.start(names);
    });
    faults.unclean.push(...(await installation.end(names, 'SIGTERM')));
    const unrefused = ends.refused || ends.waits ? [] : ['each upload found room'];
    return { ...ends, ...toColumns(played, { ...faults, unrefused }) };
  } finally {
    await disk.remove();
  }
}

const toMib = (bytes) => Math.round(bytes / MIB);
