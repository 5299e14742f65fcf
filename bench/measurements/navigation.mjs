import { openBrowser, SlowPhone } from '../processes/slow-phone.mjs';
import { SeededErrata } from '../processes/seeded-errata.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';

const RUNS = 7;
const LIST = { path: '/issues', heading: 'Issues' };
const SECOND_ISSUE = 'main tr:nth-child(2) a[href^="/issues/"]';
const FIRST_ISSUE = 'main a[href^="/issues/"]';

/**
 * From the click on an issue of the list to the issue's heading, on a slow phone: an issue whose code and
 * layouts were prefetched while its link was in view, and whose data were not, then the same again from memory, then another that was prefetched and pointed at, as
 * links are before they are followed. The last also at the machine's own speed, in frames. The bare
 * counterpart of the first is its round trip: the same data fetched by the same page, and nothing done with
 * them.
 */
export function measureNavigation() {
  return inTemporaryFolder(async (folder) => {
    const errata = await SeededErrata.start(folder);
    const browser = await openBrowser();
    const runs = [];
    try {
      // Not counted: the server has not shown an issue yet.
      await visit(browser, errata.renderer);
      // One after the other.
      while (runs.length < RUNS) runs.push(await visit(browser, errata.renderer));
    } finally {
      await browser.close();
    }
    await errata.stop();
    const roundTrips = runs.map(({ roundTrip }) => roundTrip);
    return [
      { figure: 'navigation/first', ours: runs.map(({ first }) => first), bare: roundTrips },
      { figure: 'navigation/render', ours: runs.map(({ first, roundTrip }) => first - roundTrip) },
      { figure: 'navigation/cached', ours: runs.map(({ cached }) => cached) },
      { figure: 'navigation/prefetched', ours: runs.map(({ prefetched }) => prefetched) },
      { figure: 'navigation/frames', ours: runs.map(({ frames }) => frames) },
    ];
  });
}

/** Of a visitor who has nothing yet. Milliseconds. */
async function visit(browser, renderer) {
  const phone = await SlowPhone.open(browser);
  await phone.letIn(renderer);
  await phone.visit(renderer.url + LIST.path);
  const first = await phone.tap(FIRST_ISSUE);
  checkNothingWasThere(first);
  const roundTrip = await phone.fetchAgain();
  await phone.back(LIST.heading);
  const cached = await phone.tap(FIRST_ISSUE);
  checkAllWasThere(cached);
  await phone.back(LIST.heading);
  await phone.pointAt(SECOND_ISSUE);
  const prefetched = await phone.tap(SECOND_ISSUE);
  checkAllWasThere(prefetched);
  await phone.close();
  const frames = await countFrames(browser, renderer);
  return { first: first.ms, roundTrip, cached: cached.ms, prefetched: prefetched.ms, frames };
}

/** Of a page that was prefetched, on a machine that is not slowed down. */
async function countFrames(browser, renderer) {
  const visitor = await SlowPhone.open(browser, 1);
  await visitor.letIn(renderer);
  await visitor.visit(renderer.url + LIST.path);
  await visitor.pointAt(SECOND_ISSUE);
  const { frames } = await visitor.tap(SECOND_ISSUE);
  await visitor.close();
  return frames;
}

/** Else something other than one round trip would be measured. */
function checkNothingWasThere({ resources }) {
  const [data, ...more] = resources.filter(isPageData);
  if (!data || more.length > 0) throw new Error('The issue was not loaded by one request.');
}

function checkAllWasThere({ resources }) {
  if (resources.some(isPageData)) throw new Error('The issue was loaded again.');
}

function isPageData({ name }) {
  return /\/issues\/\d+$/.test(name);
}
