import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '#sqlite';
import { ageEvents } from '../fixtures/age-events.mjs';
import { signInOwner } from '../fixtures/sign-in-owner.mjs';
import { importBuilt } from '../processes/built.mjs';
import { PROJECT, startRelay, startRenderer } from '../processes/errata.mjs';
import { findFreePorts } from '../processes/free-ports.mjs';
import { fetchHtml, SeededErrata } from '../processes/seeded-errata.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';

/** A page is asked for so often, one after the other, for so long while nothing is removed. */
const PAGE_EVERY_MS = 50;
const IDLE_MS = 20_000;
/** Half of a copy lies between: see `ageEvents`. */
const DAYS_KEPT = 29;
const KEEP_ALL_DAYS = 365;
const LONGEST_MS = 20 * 60_000;

/**
 * How long the list of issues takes while retention removes nine tenths of 100,000 events, and how much of its file
 * SQLite has given back by then. Beside it is the same list while nothing is removed, and the file as it was.
 */
export function measureRetention() {
  return inTemporaryFolder(async (folder) => {
    const seeded = await SeededErrata.start(folder);
    const { dataDir } = seeded;
    const cookie = await signInOwner(dataDir);
    await seeded.stop();
    const { events, removable } = ageEvents(dataDir);
    await keepFor(dataDir, KEEP_ALL_DAYS);
    let relay = await startRelay(dataDir, {});
    const [port] = await findFreePorts(1);
    const renderer = await startRenderer(dataDir, { port, relayUrl: relay.url });
    const list = `${renderer.url}/issues`;
    const idle = await askUntil(list, cookie, hasPassed(IDLE_MS));
    const before = sizeOf(dataDir);
    // Jobs run at the start; the next time is minutes later.
    await relay.stop();
    await keepFor(dataDir, DAYS_KEPT);
    relay = await startRelay(dataDir, {});
    const startMs = performance.now();
    const during = await askUntil(list, cookie, isShrunk(dataDir, events - removable));
    console.log(
      `${removable} of ${events} events went, and ${before - sizeOf(dataDir)} bytes were given back, ` +
        `in ${((performance.now() - startMs) / 1000).toFixed(0)} s, beside ${during.length} pages.`,
    );
    await Promise.all([relay, renderer].map((server) => server.stop()));
    return [
      { figure: 'retention/list-p95', ours: [percentile(during)], bare: [percentile(idle)] },
      { figure: 'retention/file', ours: [sizeOf(dataDir)], bare: [before] },
    ];
  });
}

async function keepFor(dataDir, days) {
  const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
  const { retentionSettings } = await importBuilt('libs/product/projects/projects/index.js');
  const database = openDatabase({ dataDir });
  const change = { projectId: PROJECT.id, patch: { days }, nowMs: Date.now() };
  await createStores(database).settings.patch(retentionSettings, change);
  await database.close();
}

/** Resolves with how long each answer took, in ms. */
async function askUntil(url, cookie, isOver) {
  const tookMs = [];
  const startMs = performance.now();
  while (!isOver(performance.now() - startMs)) {
    const askedMs = performance.now();
    await fetchHtml(url, cookie);
    const took = performance.now() - askedMs;
    tookMs.push(took);
    await pause(Math.max(0, PAGE_EVERY_MS - took));
  }
  return tookMs;
}

function hasPassed(ms) {
  return (passedMs) => passedMs >= ms;
}

/** Once no more events are left, and the file is as small as its content and what is left free. */
function isShrunk(dataDir, left) {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  const count = db.prepare('SELECT count(*) FROM events').pluck();
  return (passedMs) => {
    if (passedMs > LONGEST_MS) throw new Error('Retention does not come to its end.');
    const [pages, free] = [db.pragma('page_count'), db.pragma('freelist_count')];
    if (free > pages / 20 || count.get() > left) return false;
    const isCheckpointed = sizeOf(dataDir) === pages * db.pragma('page_size');
    if (isCheckpointed) db.close();
    return isCheckpointed;
  };
}

function sizeOf(dataDir) {
  return statSync(join(dataDir, 'errata.sqlite')).size;
}

function percentile(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)];
}
