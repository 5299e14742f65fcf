import { describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { Triage } from './support/triage.ts';

describe('the page of an issue that is still arriving', () => {
  const triage = hold(() => Triage.start());
  const site = holdTabs(() => triage.listen());

  it.each([
    ['a phone, below the trace', 360, false],
    ['a desktop, above the trace', 1280, true],
  ])('shows figures only where nothing pushes them away: on %s', async (_where, width, isAbove) => {
    const id = await triage.add();
    const page = await site.tabs.open({
      cookie: triage.people.ann.cookie,
      own: { viewport: { width, height: 640 }, javaScriptEnabled: false },
    });
    let arrived = 0;
    await page.route(`**/issues/${id}`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      arrived = html.indexOf('<section');
      await route.fulfill({ response, body: html.slice(0, arrived) });
    });
    await page.goto(`${site.origin}/issues/${id}`);
    expect(arrived).toBeGreaterThan(0);
    const figures = page.locator('.issue-figures');
    await expectPage(figures).toBeVisible({ visible: isAbove });
    await page.unroute(`**/issues/${id}`);
    await page.reload();
    await expectPage(figures).toBeVisible();
  });
});
