import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';

const CHANNEL = 'errata-prove-end-threads';
/** Another moment for each, or the thread beside it is spared. */
const MOST_MS = 50;
const SPARED = 0.25;

// Runs before the relay and each of its threads: on SIGUSR2 these end, as by a fault of native code.
const channel = new BroadcastChannel(CHANNEL);
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => channel.postMessage('end', []));
} else {
  channel.addEventListener('message', () => {
    // The relay ends with those that process: one of them at least.
    if (workerData?.part !== 'first' && Math.random() < SPARED) return;
    setTimeout(() => process.exit(7), Math.random() * MOST_MS).unref();
  });
}
