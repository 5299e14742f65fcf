import { signInOwner } from '../fixtures/owner.mjs';
import { countRequests, DAY_MS } from '../fixtures/span-counts.mjs';
import { withDatabase } from '../processes/database.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { timePages, toPercentile } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';

const DAY = { names: 200, statements: 10, days: 1, stepMs: 5 * 60 * 1000 };
const MONTH = { names: 500, statements: 0, days: 30, stepMs: DAY_MS };
/** Free pages are used again on the next day. */
const USED = `select (page_count - freelist_count) * page_size as bytes
  from pragma_page_count, pragma_freelist_count, pragma_page_size`;

/** Measures what counts of a day take on the disk, and how fast *Performance* shows those of a month. */
export function measureCountedSpans() {
  return inTemporaryFolder(async (dataDir) => {
    // The relay makes the tables and the project.
    await (await startRelay(dataDir)).end();
    await countRequests({ dataDir }, DAY);
    const [{ bytes }] = await withDatabase({ dataDir }, (query) => query(USED));
    await countRequests({ dataDir }, MONTH);
    const relay = await startRelay(dataDir);
    const renderer = await startRenderer(dataDir, { relayUrl: relay.url });
    const how = { cookie: await signInOwner({ dataDir }), times: 100, everyMs: 30 };
    const times = await timePages(`${renderer.url}/performance?time=30d`, how);
    await Promise.all([renderer, relay].map((server) => server.end()));
    return [
      { figure: 'spans/space', ours: [bytes] },
      { figure: 'spans/page', ours: [toPercentile(times, 0.95)] },
    ];
  });
}
