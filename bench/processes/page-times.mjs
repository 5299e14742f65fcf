import { setTimeout as pause } from 'node:timers/promises';

/**
 * Requests a page repeatedly, one request after the other, as a single person does. Resolves with
 * the milliseconds of each answer. Rejects when an answer is no page.
 */
export async function timePages(url, { cookie, times, everyMs }) {
  const tookMs = [];
  while (tookMs.length < times) {
    const startMs = performance.now();
    await fetchHtml(url, cookie);
    const took = performance.now() - startMs;
    tookMs.push(took);
    await pause(Math.max(0, everyMs - took));
  }
  return tookMs;
}

export async function fetchHtml(url, cookie = '') {
  const headers = { accept: 'text/html', cookie };
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${html}`);
  return html;
}

/**
 * Returns the smallest value that at least this share (0 to 1) of the values does not exceed.
 *
 * @param {readonly number[]} values
 */
export function toPercentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1];
}
