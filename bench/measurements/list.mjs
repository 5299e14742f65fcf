import { multiplyIssues } from '../fixtures/multiply-issues.mjs';
import { seedIssues } from '../fixtures/seed-issues.mjs';
import { signInOwner } from '../fixtures/owner.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { loadReports } from '../processes/load.mjs';
import { timePages, toPercentile } from '../processes/page-times.mjs';
import { onDatabase } from '../processes/place.mjs';

const ISSUES = 10_000;
const EVENTS = 1_000_000;
const TIMES = 100;
/** A request starts at most this often, so that the server rests between two of them. */
const EVERY_MS = 30;

/** Measures the list of 10,000 issues with a million events, at rest and while reports arrive. */
export function measureList({ database }) {
  return onDatabase(database, async (place) => {
    const { dataDir, databaseUrl } = place;
    const options = { settings: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } };
    const first = await startRelay(dataDir, options);
    await seedIssues(place);
    await first.end();
    await multiplyIssues(place, { issues: ISSUES, events: EVENTS });
    const relay = await startRelay(dataDir, options);
    const renderer = await startRenderer(dataDir, { ...options, relayUrl: relay.url });
    const cookie = await signInOwner(place);
    const ask = async () => {
      const how = { cookie, times: TIMES, everyMs: EVERY_MS };
      return [toPercentile(await timePages(`${renderer.url}/issues`, how), 0.95)];
    };
    const idle = await ask();
    // The reports last longer than the page requests are expected to take.
    const seconds = (TIMES * EVERY_MS * 2) / 1000 + 10;
    const reports = loadReports(relay.url, { seed: 7, seconds, perSecond: 200 });
    const loaded = await ask();
    await reports;
    await Promise.all([relay, renderer].map((server) => server.end()));
    return [
      { figure: 'list/idle', ours: idle },
      { figure: 'list/loaded', ours: loaded, bare: idle },
    ];
  });
}
