import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../scripts/support/postgres.mjs';
import { multiplyIssues } from '../fixtures/multiply-issues.mjs';
import { seedIssues } from '../fixtures/seed-issues.mjs';
import { signInOwner } from '../fixtures/sign-in-owner.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { findFreePorts } from '../processes/free-ports.mjs';
import { loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';

const ISSUES = 10_000;
const EVENTS = 1_000_000;
const TIMES = 100;
/** Between two pages, so that what is measured is not a queue. */
const PAGE_EVERY_MS = 30;
const REPORTS_PER_SECOND = 200;

/**
 * How long pages take that search among 10,000 issues with a million events, on both databases, at rest and while reports
 * arrive. The search over events is another one each time: what one has found is remembered for a while.
 */
export async function measureSearch() {
  const sqlite = await inTemporaryFolder((folder) => measureOn('sqlite', folder));
  const server = await startPostgres({ durable: true });
  try {
    const postgres = await inTemporaryFolder((folder) => measureOn('postgres', folder, server.url));
    return [...sqlite, ...postgres];
  } finally {
    await server.remove();
  }
}

async function measureOn(kind, folder, databaseUrl) {
  const dataDir = join(folder, 'data');
  const settings = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const first = await startRelay(dataDir, { settings });
  await seedIssues(dataDir, databaseUrl);
  await first.stop();
  const most = await multiplyIssues({ dataDir, databaseUrl }, { issues: ISSUES, events: EVENTS });
  const relay = await startRelay(dataDir, { settings });
  const [port] = await findFreePorts(1);
  const renderer = await startRenderer(dataDir, { port, relayUrl: relay.url, settings });
  const cookie = await signInOwner(dataDir, databaseUrl);
  const paths = Object.entries(listPaths(most));
  const ask = (toPath) => askTimes(() => renderer.url + toPath(), cookie);
  const idle = {};
  for (const [name, path] of paths) idle[name] = await ask(path);
  // As long as all of it may take, with some room.
  const seconds = Math.ceil((paths.length * TIMES * PAGE_EVERY_MS * 2) / 1000) + 10;
  const reports = loadReports(relay.url, { seed: 7, seconds, perSecond: REPORTS_PER_SECOND });
  const loaded = {};
  for (const [name, path] of paths) loaded[name] = await ask(path);
  await reports;
  await Promise.all([relay, renderer].map((server) => server.stop()));
  return paths.flatMap(([name]) => [
    { figure: `search/${name}-${kind}`, ours: [idle[name]] },
    { figure: `search/${name}-${kind}-loaded`, ours: [loaded[name]], bare: [idle[name]] },
  ]);
}

/** Of each, where it is the next time. */
function listPaths({ issueId, eventId }) {
  let times = 0;
  const environment = () => `environment:[staging,test-${(times += 1)}]`;
  return {
    list: () => '/issues',
    filter: () => '/issues?query=is:unresolved+level:error+type:T*Error',
    text: () => '/issues?query=is:unresolved+voucher',
    tag: () => '/issues?query=is:unresolved+browser.name:Firefox',
    'by-events': () => '/issues?sort=events&time=90d',
    events: () => `/issues/${issueId}/events`,
    'events-filter': () => `/issues/${issueId}/events?query=${environment()}`,
    'look-up': () => `/find/${eventId}`,
  };
}

/** The time within which 95 of 100 answers came, in ms. */
async function askTimes(toUrl, cookie) {
  const tookMs = [];
  const headers = { accept: 'text/html', cookie };
  while (tookMs.length < TIMES) {
    const url = toUrl();
    const startMs = performance.now();
    // One after the other.
    const answer = await fetch(url, { headers, redirect: 'manual' });
    await answer.arrayBuffer();
    if (answer.status !== 200 && answer.status !== 303) {
      throw new Error(`${url} answered ${answer.status}.`);
    }
    const took = performance.now() - startMs;
    tookMs.push(took);
    await pause(Math.max(0, PAGE_EVERY_MS - took));
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(TIMES * 0.95)];
}
