const KEY = 'errata.reloaded';

/**
 * Loads a document again whose code does not arrive: after a deploy the next one names other files. False,
 * and nothing happens, when that has been tried for this address and nothing came alive since.
 */
export function reloadOnce(window: Window): boolean {
  const { location } = window;
  try {
    // Where the visitor forbids storage, having a look at it fails.
    const { sessionStorage } = window;
    if (sessionStorage.getItem(KEY) === location.href) return false;
    sessionStorage.setItem(KEY, location.href);
  } catch {
    // Where nothing can be noted, it might go on for ever.
    return false;
  }
  location.reload();
  return true;
}

/** It came alive: the next time may be tried again. */
export function noteAlive(window: Window): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was noted.
  }
}
