import { openBrowser, SlowPhone } from '../processes/slow-phone.mjs';
import { SeededErrata } from '../processes/seeded-errata.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';

const RUNS = 7;
const LIST = { path: '/issues', heading: 'Issues' };
const FIRST_ISSUE = 'main a[href^="/issues/"]';

/**
 * From the click on an issue of the list to the issue's heading, on a slow phone: an issue that nothing of
 * has been loaded, neither data nor code, and then the same again from memory. The bare counterpart of the
 * first is its round trip: the same data fetched by the same page, and nothing done with them.
 */
export function measureNavigation() {
  return inTemporaryFolder(async (folder) => {
    const errata = await SeededErrata.start(folder);
    const browser = await openBrowser();
    const runs = [];
    try {
      // Not counted: the server has not shown an issue yet.
      await visit(browser, errata.renderer.url);
      // One after the other.
      while (runs.length < RUNS) runs.push(await visit(browser, errata.renderer.url));
    } finally {
      await browser.close();
    }
    await errata.stop();
    const roundTrips = runs.map(({ roundTrip }) => roundTrip);
    return [
      { figure: 'navigation/first', ours: runs.map(({ first }) => first), bare: roundTrips },
      { figure: 'navigation/render', ours: runs.map(({ first, roundTrip }) => first - roundTrip) },
      { figure: 'navigation/cached', ours: runs.map(({ cached }) => cached) },
    ];
  });
}

/** Of a visitor who has nothing yet. Milliseconds. */
async function visit(browser, origin) {
  const phone = await SlowPhone.open(browser);
  await phone.visit(origin + LIST.path);
  const first = await phone.tap(FIRST_ISSUE);
  checkNothingWasThere(first);
  const roundTrip = await phone.fetchAgain();
  await phone.back(LIST.heading);
  const cached = await phone.tap(FIRST_ISSUE);
  checkAllWasThere(cached);
  await phone.close();
  return { first: first.ms, roundTrip, cached: cached.ms };
}

/** Else something other than one round trip would be measured. */
function checkNothingWasThere({ resources }) {
  const [data, ...more] = resources.filter(isPageData);
  const [script] = resources.filter(({ name }) => name.endsWith('.js'));
  if (!data || more.length > 0) throw new Error('The issue was not loaded by one request.');
  if (!script) throw new Error('The code of the issue had been loaded before.');
  if (script.startTime > data.responseStart) throw new Error('The code waited for the data.');
}

function checkAllWasThere({ resources }) {
  if (resources.some(isPageData)) throw new Error('The issue was loaded again.');
}

function isPageData({ name }) {
  return /\/issues\/\d+$/.test(name);
}
