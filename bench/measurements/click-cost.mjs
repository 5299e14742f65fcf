/** Chromium records these for `readClickMs`. */
export const CLICK_CATEGORIES = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

/**
 * Runs in a page before a click and therefore imports nothing. Marks when the click changes the
 * heading. Sets `benchShown` on the page's window: a promise that resolves after the next frame.
 */
export function markClick() {
  // Pages that are kept for back and forward stay hidden in the document and also have headings.
  const findText = () =>
    [...document.querySelectorAll('h1')].find((each) => !each.closest('[style*="none !important"]'))
      ?.textContent;
  const before = findText();
  globalThis.benchShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const text = findText();
      if (!text || text === before) return;
      observer.disconnect();
      performance.mark('bench-heading');
      requestAnimationFrame(() => setTimeout(resolve));
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      // A page that was rendered hidden is shown by a change of its `style`.
      attributeFilter: ['style'],
    });
  });
}

/**
 * Returns the milliseconds for which the main thread ran between the click event and the commit of
 * the first frame with the new heading. Waiting does not count, nor do other programs.
 *
 * @param {string} trace with the page's own click alone
 */
export function readClickMs(trace) {
  const { traceEvents } = JSON.parse(trace);
  const mark = traceEvents.find(({ name }) => name === 'bench-heading');
  const [click, commit] = ['EventDispatch', 'Commit'].map((wanted) =>
    traceEvents
      .filter(({ name, pid, tid }) => name === wanted && pid === mark.pid && tid === mark.tid)
      .toSorted((one, other) => one.ts - other.ts)
      .find(({ ts, args }) => args.data?.type === 'click' || (wanted === 'Commit' && ts > mark.ts)),
  );
  // `tts` is the time of the thread itself, in microseconds.
  return (commit.tts + commit.tdur - click.tts) / 1000;
}
