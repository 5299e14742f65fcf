import './support/require-node.mjs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './support/tools/browser.mjs';
import { runBuilt } from './support/built-command.mjs';
import { Failure } from './support/failure.mjs';
import { OWNER, PORT, toPicturedEnvironment } from './support/pictured-errata.mjs';
import { Program } from './support/program.mjs';
import { root } from './support/root.mjs';
import { screens } from './support/screens.mjs';

const ORIGIN = `http://localhost:${PORT}`;
const DOCS = join(root, 'docs');
const SCREENS = join(root, 'screenshots');

const SIZES = {
  1280: { viewport: { width: 1280, height: 800 } },
  360: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
};

/**
 * Takes pictures of the running product with the demo in it: the README's, and each screen, light
 * and dark, wide and narrow. Fails when axe finds a serious fault on a screen. `npm run screenshot
 * -- <name>` takes only the screens of that name.
 */
await runBuilt(async () => {
  const executablePath = await ensureBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'errata-screenshot-'));
  const errata = new Program([process.execPath, 'scripts/demo.mjs'], {
    env: toPicturedEnvironment(folder),
  });
  try {
    const isFilled = () => /^Filling .* [\d.]+ s$/m.test(errata.output);
    await errata.until('demo', isFilled, { withinMs: Infinity });
    await photograph(executablePath, process.argv.slice(2));
  } finally {
    await errata.end();
    await rm(folder, { recursive: true });
  }
});

async function photograph(executablePath, names) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const storageState = await signIn(browser);
  if (names.length === 0) await photographForReadme(browser, storageState);
  await mkdir(SCREENS, { recursive: true });
  const { default: axe } = await import('axe-core');
  const shown = screens.filter(({ name }) => names.length === 0 || names.includes(name));
  const faults = [];
  for (const colorScheme of ['light', 'dark']) {
    for (const [width, size] of Object.entries(SIZES)) {
      // The CSP of the pages forbids the injected code of axe.
      const options = {
        ...size,
        colorScheme,
        storageState,
        bypassCSP: true,
        reducedMotion: 'reduce',
      };
      for (const screen of shown) {
        const name = `${screen.name}-${width}-${colorScheme}`;
        const context = await browser.newContext(options);
        const page = await context.newPage();
        await page.goto(ORIGIN + screen.path);
        await screen.act?.(page);
        await page.screenshot({ path: join(SCREENS, `${name}.png`) });
        faults.push(...(await findFaults(page, axe.source)).map((fault) => `${name}: ${fault}`));
        await context.close();
      }
    }
  }
  await browser.close();
  console.log(`Wrote ${shown.length * 4} pictures into ${SCREENS}`);
  if (faults.length > 0) throw new Failure('axe found serious faults.', faults.join('\n'));
}

async function signIn(browser) {
  const page = await browser.newPage();
  await page.goto(`${ORIGIN}/sign-in?to=/issues`);
  await page.fill('[name=email]', OWNER.email);
  await page.fill('[name=password]', OWNER.password);
  await page.click('main button:has-text("Sign in")');
  await page.waitForURL('**/issues');
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function findFaults(page, source) {
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [
    ...serious.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`),
    ...(isWide ? ['scrolls sideways'] : []),
  ];
}

async function photographForReadme(browser, storageState) {
  const open = async (options) =>
    (await browser.newContext({ storageState, ...options })).newPage();
  const page = await open({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${ORIGIN}/issues`);
  await page.locator('tbody tr').nth(15).waitFor();
  await page.locator('header [data-hint]').waitFor();
  await page.screenshot({
    path: join(DOCS, 'screenshot-list.png'),
    clip: { x: 0, y: 0, width: 1280, height: 585 },
  });
  await openIssue(page);
  await page.screenshot({ path: join(DOCS, 'screenshot.png') });
  await page.goto(`${ORIGIN}/projects/app/start?platform=nestjs`);
  await page.locator('header [data-hint]').waitFor();
  await page.screenshot({ path: join(DOCS, 'screenshot-start.png') });
  const phone = await open({ ...SIZES[360], colorScheme: 'dark', deviceScaleFactor: 2 });
  await phone.goto(`${ORIGIN}/issues`);
  await openIssue(phone);
  await phone.screenshot({ path: join(DOCS, 'screenshot-phone.png') });
  console.log(`Wrote the pictures of the README into ${DOCS}`);
}

async function openIssue(page) {
  await page.click('main a:has-text("price")');
  await page.waitForURL(/\/issues\/\d+/);
  // Pages keep a connection open for live updates, so the network never becomes idle.
  await page.locator('.issue-figures').filter({ visible: true }).waitFor();
}
