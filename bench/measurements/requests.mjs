import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/support/tools/browser.mjs';
import { fetchHtml } from '../processes/page-times.mjs';
import { watchRequests } from './navigation.mjs';

/** Pages prefetch nothing for a headless browser, which they recognise by its own User-Agent. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const WINDOW = { userAgent, viewport: { width: 1280, height: 800 } };

/**
 * Counts for the list and for an issue how many scripts the document names, and how many requests a
 * visitor without a cache has made when the page rests. Prefetches of links in view count.
 */
export async function measureRequests({ url, pass }) {
  const executablePath = await ensureBrowser();
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath, args });
  const counts = [];
  try {
    for (const [page, path] of Object.entries({ list: '/issues', issue: '/issues/1' })) {
      const context = await browser.newContext(WINDOW);
      const [name, value] = pass.split('=');
      await context.addCookies([{ name, value, url }]);
      // Deferred data come late from a server that has not shown the page yet, and move links in view.
      await fetchHtml(url + path, pass);
      const { scripts, requests } = await visit(await context.newPage(), url + path);
      counts.push({ figure: `bytes/${page}-scripts`, count: scripts });
      counts.push({ figure: `bytes/${page}-requests`, count: requests });
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return counts;
}

async function visit(page, address) {
  let requests = 0;
  page.on('request', () => (requests += 1));
  const untilQuiet = watchRequests(page);
  // The later part of the runtime asks for this once it has started.
  const isLive = page.waitForRequest(/\/_live/);
  const answer = await page.goto(address);
  const html = await answer.text();
  await isLive;
  await untilQuiet();
  return { scripts: new Set(html.match(/assets\/[^"]+\.js/g)).size, requests };
}
