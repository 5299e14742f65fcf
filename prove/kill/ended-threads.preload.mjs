import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';

const CHANNEL = 'errata-prove-end-threads';
/** Each thread ends at another moment, or is spared. */
const MOST_MS = 50;
const SPARED = 0.25;

// Loaded before the relay and each of its threads. SIGUSR2 to the relay ends the threads as a fault
// of native code would.
const channel = new BroadcastChannel(CHANNEL);
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => channel.postMessage('end', []));
} else {
  channel.addEventListener('message', () => {
    // The first processing thread is never spared, because the relay only ends with a processing
    // thread.
    if (workerData?.part !== 'first' && Math.random() < SPARED) return;
    setTimeout(() => process.exit(7), Math.random() * MOST_MS).unref();
  });
}
