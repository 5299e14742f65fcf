import './support/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './support/browser.mjs';
import { ensureBuilt } from './support/built.mjs';
import { Failure, runCommand } from './support/failure.mjs';
import { ensureInstalled } from './support/installed.mjs';
import { OWNER, PORT, toPicturedEnvironment } from './support/pictured-errata.mjs';
import { root } from './support/root.mjs';

const LIST = join(root, 'docs', 'screenshot-list.png');
const ISSUE = join(root, 'docs', 'screenshot.png');

/** Makes the README's pictures: the running product with the demo in it. */
await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const executablePath = await ensureBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'errata-screenshot-'));
  const errata = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: root,
    env: toPicturedEnvironment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await waitUntilFilled(errata);
    await photograph(executablePath);
    console.log(`Wrote ${LIST} and ${ISSUE}`);
  } finally {
    errata.kill('SIGTERM');
    await once(errata, 'close');
    await rm(folder, { recursive: true });
  }
});

function waitUntilFilled(errata) {
  return new Promise((resolve, reject) => {
    let printed = '';
    errata.stdout.on('data', (chunk) => {
      printed += chunk;
      if (/^Filling .* [\d.]+ s$/m.test(printed)) resolve();
    });
    errata.once('close', () => reject(new Failure('Errata did not start.', printed)));
  });
}

async function photograph(executablePath) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`http://localhost:${PORT}/sign-in?to=/issues`);
  await page.fill('[name=email]', OWNER.email);
  await page.fill('[name=password]', OWNER.password);
  await page.click('main button:has-text("Sign in")');
  await page.waitForURL('**/issues');
  await page.locator('tbody tr').nth(15).waitFor();
  await page.screenshot({ path: LIST, clip: { x: 0, y: 0, width: 1280, height: 585 } });
  await page.click('main a:has-text("price")');
  await page.waitForURL(/\/issues\/\d+/);
  // Pages follow changes over a connection that stays: the network is never idle.
  await page.locator('.issue-figures').waitFor();
  await page.screenshot({ path: ISSUE });
  await browser.close();
}
