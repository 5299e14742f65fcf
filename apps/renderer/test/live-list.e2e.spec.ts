import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { LiveConsole } from './support/live-console.ts';
import { signIn } from './support/people.ts';

describe('the list of issues, while somebody looks at it', () => {
  const live = hold(() => LiveConsole.start());
  let page: Page;

  beforeEach(async () => {
    page = await live.browser.newPage();
  });

  afterEach(() => live.close(page));

  const listed = (): Promise<string[]> =>
    page
      .locator('input[name=issue]')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value') ?? ''));
  const row = (id: number) =>
    page.getByRole('row').filter({ has: page.locator(`input[name=issue][value="${id}"]`) });
  const show = (words: string) => page.getByRole('button', { name: `Show ${words}`, exact: true });

  it('says how many issues are new or changed, and moves no row before a click', async () => {
    const [first, second] = [await live.triage.add(), await live.triage.add()];
    await live.open(page, '/issues');
    const before = await listed();
    expect(before).toEqual([`${second}`, `${first}`]);
    await page.locator(`input[name=issue][value="${first}"]`).check();
    await live.triage.addEvent(first);
    await show('1 changed').waitFor();
    await expectPage(row(first).locator('.record-count')).toHaveText('2');
    expect(await listed()).toEqual(before);
    const third = await live.triage.add();
    await show('1 new, 1 changed').click();
    await row(third).waitFor();
    expect(await listed()).toEqual([`${third}`, `${first}`, `${second}`]);
    await expectPage(page.locator('input[name=issue]:checked')).toHaveCount(1);
    await expectPage(page.locator('.list-news')).toHaveText('');
  });

  it('marks an issue that somebody else resolved, and removes it by the Enter key', async () => {
    const [resolved, kept] = [await live.triage.add(), await live.triage.add()];
    await live.open(page, '/issues');
    const other = await live.browser.newPage();
    await live.visit(other, '/issues', live.triage.people.bob.cookie);
    await other.locator(`input[name=issue][value="${resolved}"]`).check();
    await other.getByRole('button', { name: 'Resolve', exact: true }).click();
    await show('1 gone').waitFor();
    await row(resolved).getByText('gone', { exact: true }).waitFor();
    expect(await listed()).toContain(`${resolved}`);
    await show('1 gone').press('Enter');
    await row(resolved).waitFor({ state: 'detached' });
    await row(kept).waitFor();
    await expectPage
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Issues');
    await other.context().close();
  });

  async function resolve(id: number): Promise<void> {
    await live.open(page, '/issues');
    await page.locator(`input[name=issue][value="${id}"]`).check();
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await row(id).waitFor({ state: 'detached' });
  }

  it('removes at once an issue that its reader resolves', async () => {
    const [kept, resolved] = [await live.triage.add(), await live.triage.add()];
    await resolve(resolved);
    await row(kept).waitFor();
  });

  it('still offers to undo a resolution while others change the list', async () => {
    const id = await live.triage.add();
    await resolve(id);
    await live.triage.add();
    await show('1 new').waitFor();
    const message = page.getByRole('region', { name: 'Message' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await message.getByText('1 issue as it was.').waitFor();
  });

  it('shows the first issue of a project in place of its empty state', async () => {
    await live.open(page, '/issues', live.triage.people.eve.cookie);
    const id = await live.triage.add({ projectId: 2 });
    await page.locator(`main a[href="/issues/${id}"]`).waitFor();
  });

  it('the stream of changes names only projects that the visitor may read', async () => {
    const { cookie } = live.triage.people.eve;
    const told = await fetch(`${live.origin}/_live?missed=0`, { headers: { cookie } });
    const lines = told.body?.pipeThrough(new TextDecoderStream()).getReader();
    await live.triage.add({ projectId: 1 });
    await live.triage.add({ projectId: 2 });
    const read: string[] = [];
    while (!read.join('').includes('project:2')) read.push((await lines?.read())?.value ?? '');
    await lines?.cancel();
    expect(read.join('')).not.toMatch(/project:1|projects/);
  });

  it('the 21st stream of one person is refused, whichever session asks', async () => {
    const { id, cookie } = live.triage.people.eve;
    const other = await signIn(live.triage.renderer.stores, id);
    const before = live.streams.size;
    const stopping = new AbortController();
    // A response that nobody holds any more may be collected, which ends its stream.
    const held: Response[] = [];
    const ask = async (of: string) => {
      const init = { headers: { cookie: of }, signal: stopping.signal };
      const response = await fetch(`${live.origin}/_live?missed=0`, init);
      held.push(response);
      return response.status;
    };
    const cookies = Array.from({ length: 21 }, (_, index) => (index < 10 ? cookie : other.cookie));
    const statuses = await Promise.all(cookies.map(ask));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(20).fill(200), 503]);
    expect(await ask(live.triage.people.bob.cookie)).toBe(200);
    expect(held).toHaveLength(22);
    stopping.abort();
    await eventually('the end of the streams', () => live.streams.size === before);
  });

  it('the live connection restarts when rights are removed, and ends with its session', async () => {
    const { memberships, sessions } = live.triage.renderer.stores;
    const { id, cookie } = live.triage.people.bob;
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/_live')) statuses.push(response.status());
    });
    await live.open(page, '/issues', cookie);
    await memberships.remove(id, 1);
    await eventually('it has begun again', () => statuses.length === 2);
    await sessions.endAll(id);
    await eventually('it has ended', () => statuses.length === 3);
    expect([statuses, live.streams.size]).toEqual([[200, 200, 401], 0]);
  });
});
