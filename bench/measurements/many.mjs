import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { multiplyMany } from '../fixtures/multiply-many.mjs';
import { signInOwner } from '../fixtures/owner.mjs';
import { seedIssues } from '../fixtures/seed-issues.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { timePages, toPercentile } from '../processes/page-times.mjs';
import { onDatabase } from '../processes/place.mjs';

const TIMES = 100;
/** A request starts at most this often, so that the server rests between two of them. */
const EVERY_MS = 30;
const MOST_BYTES = 150_000;
const TIMED = {
  list: '/issues',
  projects: '/projects',
  releases: '/releases',
  settings: '/settings/projects',
  members: '/settings/projects/app/members',
  search: '/issues?query=customer:%22customer+4711%22',
};
/** Answers for programs, and pages whose length one event or report decides. */
const OTHERS = /^\/(api|health|_live|mcp|organizations|issues\/:id|issues\/:name)(?!.*tags)/;
const PARAMETERS = {
  id: 1,
  slug: 'app',
  version: 'shop@5.17.0',
  document: 'operating',
  rule: 'new',
};

/** Measures pages of 500 projects, 5,000 releases, 10,000 values of a tag and 200 people. */
export function measureMany({ database }) {
  return onDatabase(database, async (place) => {
    const { dataDir, databaseUrl } = place;
    const options = { settings: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } };
    const first = await startRelay(dataDir, options);
    await seedIssues(place);
    await first.end();
    const relay = await startRelay(dataDir, options);
    const renderer = await startRenderer(dataDir, { ...options, relayUrl: relay.url });
    const cookie = await signInOwner(place);
    const ofFew = await weighPage(renderer.url + TIMED.list, cookie);
    await multiplyMany(place);
    const rows = [];
    for (const [name, path] of Object.entries(TIMED)) {
      const how = { cookie, times: TIMES, everyMs: EVERY_MS };
      const p95 = toPercentile(await timePages(renderer.url + path, how), 0.95);
      rows.push({ figure: `many/${name}`, ours: [p95] });
    }
    const pages = await weighPages(renderer.url, cookie);
    await Promise.all([relay, renderer].map((server) => server.end()));
    for (const { path, bytes } of pages) if (bytes > MOST_BYTES) console.log(`${path}: ${bytes} B`);
    const ofList = pages.find(({ path }) => path === TIMED.list).bytes;
    const others = pages.filter(({ path }) => path !== TIMED.list).map(({ bytes }) => bytes);
    return [
      ...rows,
      { figure: 'many/list-bytes', ours: [ofList], bare: [ofFew] },
      { figure: 'many/largest', ours: [Math.max(...others)] },
    ];
  });
}

/** Asks for each page of the specification whose address can be filled. */
async function weighPages(url, cookie) {
  const specification = await readFile(join(root, 'docs', 'specification.md'), 'utf8');
  const routes = [...specification.matchAll(/^\| renderer \| GET +\| `([^`]+)`/gm)];
  const paths = routes
    .map(([, path]) => path)
    .filter((path) => !OTHERS.test(path))
    .map((path) => path.replaceAll(/:([a-z]+)/g, (_, name) => PARAMETERS[name] ?? 'x'));
  const weighed = [];
  for (const path of [...paths, '/issues/1/tags?name=customer']) {
    weighed.push({ path, bytes: await weighPage(url + path, cookie) });
  }
  return weighed;
}

async function weighPage(url, cookie) {
  const answer = await fetch(url, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
  return (await answer.arrayBuffer()).byteLength;
}
