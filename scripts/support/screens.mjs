/**
 * Screens that `npm run screenshot` takes: each with its address, and what is done before the picture.
 *
 * @type {readonly { name: string, path: string, act?: (page: import('playwright-core').Page) => Promise<void> }[]}
 */
export const screens = [
  { name: 'list', path: '/issues' },
  { name: 'list-selected', path: '/issues', act: select },
  {
    name: 'list-menu',
    path: '/issues',
    act: async (page) => {
      await select(page);
      await openMenu(page, 'Mute');
    },
  },
  { name: 'list-empty', path: '/issues?query=is:unresolved+nothing-like-it' },
  { name: 'list-fault', path: '/issues?query=level:bad' },
  { name: 'issue', path: '/issues', act: openIssue },
  ...Object.entries({ resolve: 'Other ways', mute: 'Mute', assign: 'Assign' }).map(
    ([name, menu]) => ({
      name: `issue-${name}`,
      path: '/issues',
      act: async (page) => {
        await openIssue(page);
        await openMenu(page, menu);
      },
    }),
  ),
  { name: 'events', path: '/issues', act: (page) => openOfIssue(page, '/events') },
  { name: 'tags', path: '/issues', act: (page) => openOfIssue(page, '/tags') },
  { name: 'palette', path: '/issues', act: openPalette },
  { name: 'change-all', path: '/issues/all?query=is:unresolved' },
  { name: 'saved', path: '/issues/searches' },
  { name: 'find', path: '/find' },
  { name: 'search-help', path: '/search/help' },
  { name: 'start', path: '/start' },
  { name: 'start-platform', path: '/projects/app/start?platform=react' },
  { name: 'projects', path: '/projects' },
  { name: 'releases', path: '/releases' },
  { name: 'release', path: '/releases/web@2.11.0' },
  {
    name: 'release-compare',
    path: '/releases/web@2.11.0?with=web@2.10.0',
    act: (page) => page.locator('.compare summary').click(),
  },
  { name: 'crons', path: '/crons' },
  { name: 'help', path: '/help/alerts' },
  { name: 'feedback', path: '/feedback' },
  { name: 'logs', path: '/logs' },
  { name: 'performance', path: '/performance' },
  { name: 'not-found', path: '/issues/999999999' },
  ...['account', 'account/preferences', 'account/alerts', 'account/tokens'].map(toScreen),
  ...[
    'projects',
    'people',
    'channels',
    'alerts',
    'tokens',
    'operation',
    'audit',
    'person-data',
    'demo',
  ].map((section) => toScreen(`settings/${section}`)),
  ...[
    '',
    '/keys',
    '/limits',
    '/members',
    '/alerts',
    '/alerts/new',
    '/channels',
    '/filters',
    '/grouping-rules',
    '/source-maps',
    '/code-links',
    '/data',
    '/data/retention',
    '/data/logs',
    '/data/spans',
    '/data/privacy',
    '/data/people',
  ].map((section) => toScreen(`settings/projects/app${section}`)),
];

function toScreen(path) {
  return { name: path.replaceAll('/', '-'), path: `/${path}` };
}

async function select(page) {
  const mode = page.locator('.select-mode');
  if (await mode.isVisible()) await mode.click();
  for (const index of [0, 1, 2]) {
    await page.locator('input[name=issue]').nth(index).check();
  }
}

async function openMenu(page, name) {
  const summary = page.locator('.triage-buttons summary').filter({ visible: true });
  const named = page.locator(`[aria-label^="${name}"]`);
  await summary.filter({ hasText: name }).or(summary.and(named)).first().click();
}

async function openIssue(page) {
  await page.click('main a:has-text("price")');
  await page.locator('.issue-figures').filter({ visible: true }).waitFor();
}

async function openOfIssue(page, path) {
  await openIssue(page);
  await page.goto(page.url().replace(/\?.*/, '') + path);
}

async function openPalette(page) {
  await page.locator('header [data-hint]').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('check');
  await page.locator('.palette li').nth(1).waitFor();
}
