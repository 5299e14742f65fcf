import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';

const CHANNEL = 'errata-prove-end-threads';
/** Maximum milliseconds before a thread ends, and the share of threads that are spared. */
const MAX_DELAY_MS = 50;
const SPARED_SHARE = 0.25;

// Loaded before the relay and each of its threads. SIGUSR2 to the relay ends the threads as a fault
// of native code would.
const channel = new BroadcastChannel(CHANNEL);
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => channel.postMessage('end', []));
} else {
  channel.addEventListener('message', () => {
    // The first processing thread is never spared, because the relay ends only when a processing
    // thread does.
    if (workerData?.part !== 'first' && Math.random() < SPARED_SHARE) return;
    setTimeout(() => process.exit(7), Math.random() * MAX_DELAY_MS).unref();
  });
}
