/**
 * @typedef {object} Paint
 * @property {number} ms from the click to the first frame that shows the new heading
 * @property {readonly string[]} resources URLs requested meanwhile
 */

/**
 * Runs in a page before a click and therefore imports nothing. Sets `benchPaint` on the page's
 * window: a promise of the `Paint` that the next click leads to.
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
  // Pages that are kept for back and forward stay hidden in the document and also have headings.
  const findHeading = () =>
    [...document.querySelectorAll('h1')].find(
      (each) => !each.closest('[style*="none !important"]'),
    );
  const before = findHeading()?.textContent;

  globalThis.benchPaint = new Promise((resolve, reject) => {
    // Requests count from this moment on, because a touch may request something before its click.
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
      // Element Timing makes an entry only for the element that directly contains the text, so all
      // descendants are marked.
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
