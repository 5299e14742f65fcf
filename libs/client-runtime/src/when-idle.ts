/** Runs a task once the browser is idle, or at the latest after two seconds. */
export function whenIdle(window: Window, task: () => void): void {
  // Older versions of Safari lack `requestIdleCallback`.
  const handle = (window as Partial<Window>).requestIdleCallback?.(task, { timeout: 2000 });
  if (!handle) setTimeout(task, 200);
}
