/**
 * @typedef {object} Paint
 * @property {number} ms from the click to the first frame that shows the new heading
 * @property {readonly string[]} resources URLs requested meanwhile
 */

/**
 * Runs in a page before a click and therefore imports nothing. `benchPaint` of the page is then a
 * promise of what the next click leads to.
 *
 * Both ends are times of the browser, on one clock. The start is the `timeStamp` of the click
 * event: when the finger left the glass. The time that a busy main thread delays the click is
 * included.
 *
 * The end is the `renderTime` of an Element Timing entry (https://w3c.github.io/element-timing). At
 * this time the first frame with the text of the new heading was presented, after style, layout,
 * paint and compositing. For a view transition this is the first frame of its animation. A
 * MutationObserver marks the heading for Element Timing before that frame is made.
 */
export function watchPaint() {
  const GIVE_UP_MS = 30_000;
  // Pages kept for back and forward stay hidden in the document and have headings, too.
  const findHeading = () =>
    [...document.querySelectorAll('h1')].find(
      (each) => !each.closest('[style*="none !important"]'),
    );
  const before = findHeading()?.textContent;

  globalThis.benchPaint = new Promise((resolve, reject) => {
    // A touch may request something before its click.
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
      // The browser makes an entry for the element whose own box holds the text.
      for (const element of [heading, ...heading.querySelectorAll('*')]) {
        element.setAttribute('elementtiming', 'heading');
      }
    });
    mutations.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      // A page that was rendered hidden is shown by a change of its `style`.
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
