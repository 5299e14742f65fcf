import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';

const LOOK_EVERY_MS = 5000;
/** More than one: the signal of a terminal that has just gone may still be on its way. */
const LOOKS_IN_VAIN = 2;

/** The terminal that this process was started from, if there is one. */
export interface Terminal {
  isOpen(): boolean;
  /** What this process prints is read there: it ends with it. `nohup` sees to it that it is not. */
  isPrintedOn(): boolean;
}

/**
 * Tells `kill -HUP` from the terminal that is closed, which sends the same signal: it comes when that terminal has just
 * gone. One that went without it, at a logout that this process survived, is forgotten within seconds.
 */
export function onHangUp(
  { renew, stop }: { renew: () => void; stop: () => void },
  terminal: Terminal = controllingTerminal,
): void {
  // Asked before it has gone: then it is a terminal no more.
  const endsWithIt = terminal.isPrintedOn();
  const isGone = watch(terminal);
  process.on('SIGHUP', () => {
    if (!isGone()) renew();
    else if (endsWithIt) stop();
    // Node.js has undone that `nohup` had the signal ignored.
  });
}

/** Returns what says, at most once, that the terminal was there a moment ago and is not any more. */
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
