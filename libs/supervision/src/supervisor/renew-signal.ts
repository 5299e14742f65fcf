import { closeSync, openSync } from 'node:fs';

/**
 * Tells `kill -HUP` from the terminal that is closed, which sends the same signal: only then can the terminal
 * that this process was started from not be opened any more.
 */
export function onHangUp(
  { renew, stop }: { renew: () => void; stop: () => void },
  hasTerminal = canOpenTerminal,
): void {
  const hadTerminal = hasTerminal();
  process.on('SIGHUP', () => (hadTerminal && !hasTerminal() ? stop() : renew()));
}

function canOpenTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r+'));
    return true;
  } catch {
    return false;
  }
}
