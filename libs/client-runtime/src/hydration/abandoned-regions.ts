/**
 * HTML comments that React puts before a region: `$?` while the server has not finished the region,
 * and `$!` when the browser renders it.
 */
const PENDING = '$?';
const CLIENT_RENDERED = '$!';

type RegionMark = Comment & { readonly _reactRetry?: () => void };

/**
 * Lets the browser render regions that the server never finished, because React would wait for them
 * for ever. Does the same as React's own script for a failed region (`$RX`, react-dom's server
 * runtime).
 */
export function abandonPendingRegions(document: Document): void {
  for (const template of document.querySelectorAll('template[id^="B:"]')) {
    const mark = template.previousSibling as RegionMark | null;
    if (mark?.data !== PENDING) continue;
    mark.data = CLIENT_RENDERED;
    mark._reactRetry?.();
  }
}
