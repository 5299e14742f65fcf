import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { openAt } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { Triage } from './support/triage.ts';

/** Puts each text into elements of its own, as the translators of Chrome and Edge do. */
function translate(): void {
  const done = new WeakSet<Element>();
  const kept = 'script,style,textarea,noscript,svg,[translate=no],font';
  const change = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || done.has(parent) || parent.closest(kept)) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = `Ü${text.data}`;
      outer.append(inner);
      done.add(outer).add(inner);
      text.replaceWith(outer);
    }
  };
  change(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) change(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

describe('a page that the browser translates', () => {
  const triage = hold(() => Triage.start());
  const site = holdTabs(() => triage.listen(), { reducedMotion: 'reduce' });
  let page: Page;

  beforeEach(async () => {
    page = await site.tabs.open({ cookie: triage.people.ada.cookie });
  });

  async function open(path: string): Promise<void> {
    await openAt(page, site.origin + path);
    await page.evaluate(translate);
  }

  const pressResolve = () =>
    page
      .getByRole('group', { name: 'Triage' })
      .getByRole('button', { name: /Resolve$/ })
      .click();
  const region = () => page.getByRole('region', { name: 'Message' });

  it('resolves an issue on its page, says so, and leaves ids and names as they are', async () => {
    const id = await triage.add();
    await open('/issues');
    await page.locator(`a[href="/issues/${id}"]`).click();
    await page
      .locator('h2')
      .getByText(/^ÜEvent/)
      .waitFor({ state: 'attached' });
    await expectPage(page.locator('h1 bdi')).toHaveText('Message', { useInnerText: true });
    await pressResolve();
    await region().getByText('Resolved').waitFor();
    expect((await triage.stateOf(id))?.status).toBe('resolved');
  });

  it('resolves issues in the list, and says so', async () => {
    const id = await triage.add();
    await open('/issues');
    await page.locator(`input[name=issue][value="${id}"]`).check();
    await pressResolve();
    await region().getByText('Resolved').waitFor();
    expect((await triage.stateOf(id))?.status).toBe('resolved');
  });

  it('saves a preference, and says so', async () => {
    await open('/account/preferences');
    await page.locator('main form button[type=submit], main form button').last().click();
    await region().getByText(/saved/i).waitFor();
  });
});
