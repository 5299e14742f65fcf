import { expect } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../../../test/support/eventually.ts';
import type { Tour } from './tour.ts';

export const LETTER = '/tours/a/letters/1';
const QUESTION = 'Leave this page? What you typed is not saved.';

export function findText({ page }: Tour): Locator {
  return page.getByLabel('text', { exact: true }).filter({ visible: true });
}

/**
 * Types with the keyboard, because browsers ask no question when the visitor has done nothing on
 * the page.
 */
export async function type(tour: Tour): Promise<void> {
  await findText(tour).click();
  await findText(tour).pressSequentially('typed');
}

export function findControl({ page }: Tour, name: string): Locator {
  const form = page.getByRole('form', { name: 'go' });
  return form.locator('a,button').filter({ hasText: name });
}

export function findAnswer({ page }: Tour, name: string): Locator {
  return page.getByRole('dialog').getByRole('button', { name, exact: true });
}

export async function isAsked({ page }: Tour, question = QUESTION): Promise<void> {
  await page.getByRole('dialog', { name: question, exact: true }).waitFor();
}

export async function isNotAsked({ page }: Tour): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' });
}

export async function answer(tour: Tour, name: 'Stay' | 'Leave'): Promise<void> {
  await findAnswer(tour, name).click({ noWaitAfter: true });
  await isNotAsked(tour);
}

export async function isUnchanged(tour: Tour): Promise<void> {
  await eventually('the address is as before', () => tour.address === LETTER);
  await tour.shows('letter 1');
  expect(await findText(tour).inputValue()).toBe('typed');
}

export async function back({ page }: Tour, steps = -1): Promise<void> {
  // The delay lets this script end before the document is left, because it could not answer after
  // that.
  await page.evaluate((by) => void setTimeout(() => history.go(by)), steps);
}
