/**
 * @typedef {object} Paint
 * @property {number} ms from the click to the first frame that shows the new heading
 * @property {readonly string[]} resources what was asked for meanwhile, by URL
 */

/**
 * Runs in a page, before a click; imports nothing. `benchPaint` of the page is then the promise of what
 * comes of the next click.
 *
 * Both ends are the browser's own times, on one clock. The start is the `timeStamp` of the click event: when
 * the finger left the glass, with the time that the click then waited for a busy main thread. The end is
 * the `renderTime` of an Element Timing entry (https://w3c.github.io/element-timing): when the first frame
 * that has the new heading's text in it was presented, with style, layout, paint and the compositor's work.
 * Where the change is a view transition that is the first frame of its animation. The heading is marked for
 * Element Timing by a MutationObserver, before that frame is made.
 */
export function watchPaint() {
  const GIVE_UP_MS = 30_000;
  // Of the page that is seen: those that are kept for back and forward have theirs.
  const findHeading = () =>
    [...document.querySelectorAll('h1')].find(
      (each) => !each.closest('[style*="none !important"]'),
    );
  const before = findHeading()?.textContent;

  globalThis.benchPaint = new Promise((resolve, reject) => {
    // A finger may have asked for something before its click.
    const watchedMs = performance.now();
    let clickMs;
    setTimeout(() => reject(new Error('No new heading was painted.')), GIVE_UP_MS);
    addEventListener('click', ({ timeStamp }) => (clickMs = timeStamp), {
      capture: true,
      once: true,
    });

    const mutations = new MutationObserver(() => {
      const heading = findHeading();
      if (clickMs === undefined || !heading || heading.textContent === before) return;
      mutations.disconnect();
      // An entry is made for the element whose own box holds the text.
      for (const element of [heading, ...heading.querySelectorAll('*')]) {
        element.setAttribute('elementtiming', 'heading');
      }
    });
    mutations.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      // What was rendered out of sight is uncovered by it.
      attributeFilter: ['style'],
    });

    const paints = new PerformanceObserver((list) => {
      const [{ renderTime }] = list.getEntries();
      paints.disconnect();
      const resources = performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= watchedMs)
        .map(({ name }) => name);
      resolve({ ms: renderTime - clickMs, resources });
    });
    paints.observe({ type: 'element' });
  });
}
