import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';

const LOOK_EVERY_MS = 5000;
/**
 * Checks that must find the terminal gone before it is forgotten. After one check, the SIGHUP of a
 * terminal that has just gone may still be on its way.
 */
const LOOKS_IN_VAIN = 2;

export interface Terminal {
  isOpen(): boolean;
  /**
   * True when this process prints to the terminal, so the process ends with the terminal. A process
   * under `nohup` does not print there.
   */
  isPrintedOn(): boolean;
}

/**
 * Calls `renew` after `kill -HUP`. When a closed terminal sent SIGHUP, calls `stop` if this process
 * printed to that terminal, and otherwise does nothing.
 *
 * SIGHUP counts as the terminal's when the terminal was open moments ago and is gone now. If a
 * terminal went without a signal, at a logout that this process survived, it is forgotten within
 * seconds.
 */
export function onHangUp(
  { renew, stop }: { renew: () => void; stop: () => void },
  terminal: Terminal = controllingTerminal,
): void {
  // Asked at the start, because a closed terminal no longer counts as a terminal.
  const endsWithIt = terminal.isPrintedOn();
  const isGone = watch(terminal);
  process.on('SIGHUP', () => {
    if (!isGone()) renew();
    else if (endsWithIt) stop();
    // The signal is ignored in all other cases, as `nohup` intended. Node.js has undone what
    // `nohup` set.
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
