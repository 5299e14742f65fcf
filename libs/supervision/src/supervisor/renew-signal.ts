import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';

const LOOK_EVERY_MS = 5000;
/**
 * Number of checks in a row that must find the terminal gone before this process forgets it. After
 * a single check, the terminal's SIGHUP may still be on its way.
 */
const LOOKS_IN_VAIN = 2;

export interface Terminal {
  isOpen(): boolean;
  /**
   * True when this process prints to the terminal, and should therefore stop when the terminal
   * closes. A process under `nohup` does not print there.
   */
  isPrintedOn(): boolean;
}

/**
 * Calls `renew` after `kill -HUP`. When a closed terminal sent SIGHUP, calls `stop` if this process
 * printed to that terminal, and otherwise does nothing.
 *
 * The terminal is taken to be the sender of SIGHUP when it was open moments ago and is gone now. At
 * a logout that this process survives, a terminal may go without sending a signal. Such a terminal
 * is forgotten within seconds.
 */
export function onHangUp(
  { renew, stop }: { renew: () => void; stop: () => void },
  terminal: Terminal = controllingTerminal,
): void {
  // Checked at the start, because a closed terminal no longer counts as a terminal.
  const endsWithIt = terminal.isPrintedOn();
  const isGone = watch(terminal);
  process.on('SIGHUP', () => {
    if (!isGone()) renew();
    else if (endsWithIt) stop();
    // The signal is ignored in all other cases, as under `nohup`. Node.js has undone what `nohup`
    // set.
  });
}

/**
 * Returns a function that says whether the terminal has just gone. The function returns true at
 * most once.
 */
function watch(terminal: Terminal): () => boolean {
  let isKnown = terminal.isOpen();
  if (!isKnown) return () => false;
  let looksInVain = 0;
  const forget = (): void => {
    isKnown = false;
    clearInterval(looks);
  };
  const looks = setInterval(() => {
    looksInVain = terminal.isOpen() ? 0 : looksInVain + 1;
    if (looksInVain === LOOKS_IN_VAIN) forget();
  }, LOOK_EVERY_MS).unref();
  return () => {
    const isGone = isKnown && !terminal.isOpen();
    if (isGone) forget();
    return isGone;
  };
}

const controllingTerminal: Terminal = {
  isOpen: () => {
    try {
      closeSync(openSync('/dev/tty', 'r+'));
      return true;
    } catch {
      return false;
    }
  },
  isPrintedOn: () => isatty(1) || isatty(2),
};
