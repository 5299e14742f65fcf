import { expect } from '@jest/globals';
import type { Locator, Request } from 'playwright-core';
import { eventually } from '../../../../../test/support/eventually.ts';
import type { Tour } from './tour.ts';

/** The runtime's region for urgent announcements. */
const AT_ONCE = 'body > [aria-live=assertive]';

export function findForm({ page }: Tour, name: string): Locator {
  return page.getByRole('form', { name, exact: true });
}

export function findNote(tour: Tour): Locator {
  return findForm(tour, 'add').getByLabel('note', { exact: true });
}

export async function add(tour: Tour, note: string, button = 'Add'): Promise<void> {
  await findNote(tour).fill(note);
  await findForm(tour, 'add').getByRole('button', { name: button, exact: true }).click();
}

function notes(tour: Tour): Promise<string[]> {
  return tour.seen(tour.page.locator('li > :first-child')).allTextContents();
}

export async function showsNotes(tour: Tour, ...wanted: readonly string[]): Promise<void> {
  await eventually(
    `the notes are ${wanted.join()}`,
    async () => (await notes(tour)).join() === wanted.join(),
  ).catch(async () => expect(await notes(tour)).toEqual(wanted));
}

export function watchActions({ page }: Tour): Request[] {
  const actions: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.redirectedFrom()) actions.push(request);
  });
  return actions;
}

/** Waits until the code that sends actions is loaded, which happens when the browser is idle. */
export async function hasActions({ page }: Tour): Promise<void> {
  // This code adds its region for announcements when it starts.
  await page.locator(AT_ONCE).waitFor({ state: 'attached' });
}

export async function expectAnnounced({ page }: Tour, text: string): Promise<void> {
  await page.locator(AT_ONCE).getByText(text, { exact: true }).waitFor({ state: 'attached' });
}
