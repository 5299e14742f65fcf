import { parentPort, workerData } from 'node:worker_threads';
import { createStores, encodeEvent, openDatabase, packChunk } from '#persistence';
import { SystemClock } from '#shared';
import { keepMemorySmall } from '#supervision';
import { Logger } from '../../logging/logger.ts';
import { SystemPause } from '../../timing/pause.ts';
import { createProcessing } from '../create-processing.ts';
import { ProcessingFaults } from '../processing-faults.ts';
import { drainQueue } from './drain-queue.ts';
import { lowerThreadPriority } from './low-priority.ts';
import type { FromThread, ThreadSettings, ToThread } from './messages.ts';
import { packError } from './portable-error.ts';
import { rehearse } from './rehearse.ts';
import { QueueCalls, RemoteQueue } from './remote-queue.ts';
import { Safepoints } from './safepoints.ts';
import { SharedTurns } from './shared-turns.ts';

class RemoteFaults extends ProcessingFaults {
  override report(error: unknown, projectId?: number): void {
    say({
      type: 'fault',
      error: packError(error),
      ...(projectId === undefined ? {} : { projectId }),
    });
  }
}

const settings = workerData as ThreadSettings;
const port = parentPort!;

lowerThreadPriority();
Logger.writeTo((line) => say({ type: 'log', line }));

const database = openDatabase(settings, new SharedTurns(settings.turns));
const safepoints = new Safepoints(settings.safepoints);
const encode: typeof encodeEvent = (event) => safepoints.leaveFor(() => encodeEvent(event));
const pack: typeof packChunk = (chunk) => safepoints.leaveFor(() => packChunk(chunk));
const calls = new QueueCalls(say);
const own = new RemoteQueue(calls, 'own');
const processing = createProcessing({
  queue: own,
  stores: createStores(database, { bounds: settings.bounds, pack, secret: settings.secret }),
  faults: new RemoteFaults(),
  pause: new SystemPause(),
  clock: new SystemClock(),
  onJobRun: (run) => say({ type: 'jobRun', run }),
  onWaiting: () => say({ type: 'waiting' }),
  // SQLite works in this thread.
  onRecording: database.kind === 'sqlite' ? undefined : () => say({ type: 'recording' }),
  encode,
});
const stopping = new AbortController();
let rehearsing: Promise<void> | undefined;
const beating = setInterval(() => say({ type: 'beat' }), settings.beatEveryMs);

port.on('message', (told: ToThread) => {
  if (told.type === 'answer') calls.answer(told.id, told.result);
  else if (told.type === 'appended') own.announce();
  else if (told.type === 'finish') void finish(told.isSuspicious);
  else if (told.type === 'drain') void drain();
  else void stop();
});
if (settings.part === 'first') void start();
// Of this thread: each has a heap of its own.
keepMemorySmall();

function say(said: FromThread): void {
  port.postMessage(said, []);
}

/** Once is enough, and nobody else claims with suspects there. */
async function prepare(isSuspicious: boolean): Promise<void> {
  if (isSuspicious) rehearsing ??= rehearse(database, { signal: stopping.signal, encode });
  await rehearsing;
}

async function start(): Promise<void> {
  await prepare(settings.isSuspicious);
  if (!stopping.signal.aborted) processing.start();
}

async function finish(isSuspicious: boolean): Promise<void> {
  try {
    await prepare(isSuspicious);
    if (stopping.signal.aborted) return;
    // Another each time: what one that failed had claimed is not held for the next.
    await processing.finish(new RemoteQueue(calls, 'left'));
    say({ type: 'finished' });
  } catch (error) {
    say({ type: 'finished', error: packError(error) });
  }
}

async function drain(): Promise<void> {
  await drainQueue(processing, own);
  say({ type: 'drained' });
}

async function stop(): Promise<void> {
  stopping.abort();
  // A database that was closed before it was reached for the first time would be opened by that.
  await rehearsing;
  await processing.stop();
  await database.close();
  clearInterval(beating);
  port.close();
}
