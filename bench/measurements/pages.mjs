import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { makeToken, signInOwner } from '../fixtures/owner.mjs';
import { buildPrograms, startBarePages } from '../processes/bare.mjs';
import { SERVER_CORE } from '../processes/cores.mjs';
import { readCpuMs } from '../processes/cpu-time.mjs';
import { startRenderer } from '../processes/errata.mjs';
import { findFreePorts } from '../../scripts/support/ports.mjs';
import { loadPages } from '../processes/load.mjs';
import { fetchHtml } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { keepPayload, readList, startSeeded } from '../fixtures/seeded-errata.mjs';
import { inPairs } from './runs.mjs';

const SECONDS = 2;
const WARM_UP_SECONDS = 2;
const core = SERVER_CORE;

/**
 * Compares the list of 100 issues with a bare server, which only streams the same React tree. The
 * measurement with the database has a signed-in user. The API's list of the same issues is compared
 * with that page, and so is the CPU time that the server takes for the page of an issue. The plain
 * table shows what the platform adds to a page that React renders quickly.
 */
export function measurePages({ rounds }) {
  return inTemporaryFolder(async (folder) => {
    const errata = await startSeeded(folder);
    const cookie = await signInOwner(errata);
    const token = await makeToken(errata);
    const { payloadFile } = await readList(folder, errata, cookie);
    const bare = await startBarePages({ payloadFile, core });
    const [unusedPort] = await findFreePorts(1);
    const startProgram = (name, file) =>
      startRenderer(join(folder, name), {
        core,
        relayUrl: `http://127.0.0.1:${unusedPort}`,
        entry: [join(root, 'bench', 'programs', `${name}.mjs`), file],
      });
    const withoutData = await startProgram('renderer-without-data', payloadFile);
    const views = join(await buildPrograms(), 'plain-views.js');
    const platform = await startProgram('renderer-plain', views);
    const plainFile = join(folder, 'plain.json');
    await keepPayload(plainFile, await fetchHtml(platform.url));
    const barePlain = await startBarePages({ payloadFile: plainFile, core });
    const database = `${errata.renderer.url}/issues`;
    const noData = `${withoutData.url}/issues`;
    const api = `${errata.renderer.url}/api/0/organizations/errata/issues/`;
    const issue = `${errata.renderer.url}/issues/1`;
    const barePlainString = `${barePlain.url}/string`;
    const take = (url, options) => () => loadPages(url, { seconds: SECONDS, ...options });
    const takeCpu = (url) => async () => {
      const beforeMs = await readCpuMs(errata.renderer);
      const perSecond = await loadPages(url, { seconds: SECONDS, cookie });
      return ((await readCpuMs(errata.renderer)) - beforeMs) / (perSecond * SECONDS);
    };
    const plain = [platform.url, barePlain.url, barePlainString];
    for (const url of [database, issue, noData, bare.url, ...plain]) {
      await loadPages(url, { seconds: WARM_UP_SECONDS, cookie });
    }
    await loadPages(api, { seconds: WARM_UP_SECONDS, token });
    const readings = await inPairs(rounds, {
      'pages/no-data': { ours: take(noData), bare: take(bare.url) },
      'pages/database': { ours: take(database, { cookie }), bare: take(bare.url) },
      'pages/plain': { ours: take(platform.url), bare: take(barePlain.url) },
      'pages/plain-string': { ours: take(platform.url), bare: take(barePlainString) },
      'pages/api': { ours: take(api, { token }), bare: take(database, { cookie }) },
      'pages/issue-cpu': { ours: takeCpu(issue), bare: takeCpu(database) },
    });
    const servers = [errata, bare, withoutData, platform, barePlain];
    await Promise.all(servers.map((server) => server.end()));
    return readings;
  });
}
