/** Runs a task once the browser has nothing better to do, or has had its time. */
export function whenIdle(window: Window, task: () => void): void {
  // Safari learned it late.
  const handle = (window as Partial<Window>).requestIdleCallback?.(task, { timeout: 2000 });
  if (!handle) setTimeout(task, 200);
}
