import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { makeToken, signInOwner } from '../fixtures/owner.mjs';
import { startBarePages } from '../processes/bare.mjs';
import { SERVER_CORE } from '../processes/cores.mjs';
import { readCpuMs } from '../processes/cpu-time.mjs';
import { startRenderer } from '../processes/errata.mjs';
import { findFreePorts } from '../../scripts/support/ports.mjs';
import { loadPages } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readList, startSeeded } from '../fixtures/seeded-errata.mjs';
import { inTurns } from './runs.mjs';

const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const core = SERVER_CORE;

/**
 * Compares the list of 100 issues with a bare server, which only streams the same React tree. The
 * measurement with the database has a signed-in user. The API's list of the same issues is compared
 * with that page, and so is the CPU time that the server takes for the page of an issue.
 */
export function measurePages({ rounds }) {
  return inTemporaryFolder(async (folder) => {
    const errata = await startSeeded(folder);
    const cookie = await signInOwner(errata);
    const token = await makeToken(errata);
    const { payloadFile } = await readList(folder, errata, cookie);
    const bare = await startBarePages({ payloadFile, core });
    const [unusedPort] = await findFreePorts(1);
    const withoutData = await startRenderer(join(folder, 'without-data'), {
      core,
      relayUrl: `http://127.0.0.1:${unusedPort}`,
      entry: [join(root, 'bench', 'programs', 'renderer-without-data.mjs'), payloadFile],
    });
    const database = `${errata.renderer.url}/issues`;
    const noData = `${withoutData.url}/issues`;
    const api = `${errata.renderer.url}/api/0/organizations/errata/issues/`;
    const issue = `${errata.renderer.url}/issues/1`;
    const take = (url, options) => () => loadPages(url, { seconds: SECONDS, ...options });
    const takeCpu = (url) => async () => {
      const beforeMs = await readCpuMs(errata.renderer);
      const perSecond = await loadPages(url, { seconds: SECONDS, cookie });
      return ((await readCpuMs(errata.renderer)) - beforeMs) / (perSecond * SECONDS);
    };
    for (const url of [database, issue, noData, bare.url]) {
      await loadPages(url, { seconds: WARM_UP_SECONDS, cookie });
    }
    await loadPages(api, { seconds: WARM_UP_SECONDS, token });
    const pages = await inTurns(rounds, {
      noData: take(noData),
      bare: take(bare.url),
      database: take(database, { cookie }),
      api: take(api, { token }),
      issueCpu: takeCpu(issue),
      listCpu: takeCpu(database),
    });
    await Promise.all([errata, bare, withoutData].map((server) => server.end()));
    return [
      { figure: 'pages/no-data', ours: pages.noData, bare: pages.bare },
      { figure: 'pages/database', ours: pages.database, bare: pages.bare },
      { figure: 'pages/api', ours: pages.api, bare: pages.database },
      { figure: 'pages/issue-cpu', ours: pages.issueCpu, bare: pages.listCpu },
    ];
  });
}
