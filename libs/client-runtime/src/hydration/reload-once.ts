const KEY = 'errata.reloaded';

/**
 * Loads a document again whose code does not arrive: after a deploy the next one names other files. False,
 * and nothing happens, when that has been tried for this address and nothing came alive since.
 */
export function reloadOnce({ sessionStorage, location }: Window): boolean {
  try {
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
export function noteAlive({ sessionStorage }: Window): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was noted.
  }
}
