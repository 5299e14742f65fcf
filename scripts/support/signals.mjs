import { constants } from 'node:os';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 250;

/** Calls back at a request to stop. Returns what takes the listener off again. */
export function onStopSignal(listener, signals = STOP_SIGNALS) {
  const listeners = signals.map((signal) => [signal, () => listener(signal)]);
  for (const [signal, listen] of listeners) process.on(signal, listen);
  return () => {
    for (const [signal, listen] of listeners) process.off(signal, listen);
  };
}

/** A signal that ends this process ends what it runs first: no install or test run goes on alone. */
export function endTogether(child) {
  const release = onStopSignal((signal) => {
    child.kill(signal);
    child.once('close', () => process.exit(128 + constants.signals[signal]));
  });
  child.once('close', release);
}

/**
 * npm hands a signal on to the shell between it and this process, and not every shell passes it
 * further: that the shell has ended is the signal.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event']) endWithParent();
}

/** Has this process get SIGTERM once the one that started it has ended, which may be so already. */
export function endWithParent(parent = process.ppid) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}
