import { constants } from 'node:os';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 250;

export function onStopSignal(listener, signals = STOP_SIGNALS) {
  const listeners = signals.map((signal) => [signal, () => listener(signal)]);
  for (const [signal, listen] of listeners) process.on(signal, listen);
  return () => {
    for (const [signal, listen] of listeners) process.off(signal, listen);
  };
}

/**
 * Ends the child before a signal ends this process, so that no install or test run goes on alone.
 */
export function endTogether(child) {
  const release = onStopSignal((signal) => {
    child.kill(signal);
    child.once('close', () => process.exit(128 + constants.signals[signal]));
  });
  child.once('close', release);
}

/**
 * Ends this process when npm ends. npm passes a signal only to the shell between them, and not
 * every shell passes it on, so the end of the shell counts as the signal.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event']) endWithParent();
}

/** Sends SIGTERM to this process once `parent` has ended, which may be the case already. */
export function endWithParent(parent = process.ppid) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}
