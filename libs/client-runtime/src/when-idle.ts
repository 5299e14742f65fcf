/** Runs a task once the browser has nothing better to do, or has had its time. */
export function whenIdle(window: Window, task: () => void): void {
  // Safari learned it late.
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}
