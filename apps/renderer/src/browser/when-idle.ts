/**
 * Runs `work` once the page has loaded and the browser is idle, at the latest two seconds after
 * loading.
 */
export function whenIdle(window: Window, work: () => void): void {
  const schedule = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 });
    else setTimeout(work, 200);
  };
  if (window.document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule, { once: true });
}
