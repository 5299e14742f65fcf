/** React's marks of a region that the server is still at, and of one that the browser renders itself. */
const PENDING = '$?';
const CLIENT_RENDERED = '$!';

type RegionMark = Comment & { readonly _reactRetry?: () => void };

/**
 * Leaves the regions that the server never finished to the browser: the document ended before they
 * came, and React would wait for them for ever. It does what React's own script does for a region whose
 * rendering failed (`$RX`, react-dom's server runtime).
 */
export function abandonPendingRegions(document: Document): void {
  for (const template of document.querySelectorAll('template[id^="B:"]')) {
    const mark = template.previousSibling as RegionMark | null;
    if (mark?.nodeType !== 8 || mark.data !== PENDING) continue;
    mark.data = CLIENT_RENDERED;
    mark._reactRetry?.();
  }
}
