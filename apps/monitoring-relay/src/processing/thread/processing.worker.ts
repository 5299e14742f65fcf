import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createStores, openDatabase } from '#product';
import { SystemClock } from '#shared';
import { Logger, SystemPause } from '#telemetry/plain';
import { declaredItems } from '../../product-items.ts';
import { jobsOver, mappingOver, projectRules } from '../../product-processing.ts';
import { createProcessing } from '../create-processing.ts';
import { ProcessingFaults } from '../processing-faults.ts';
import { WorkPlace } from '../../work-place.ts';
import type { FromThread, ThreadSettings, ToThread } from './messages.ts';
import { packError } from './portable-error.ts';
import { QueueCalls, RemoteQueue } from './remote-queue.ts';
import { SharedTurns } from './shared-turns.ts';

const NICENESS = 10;

/**
 * Makes this thread yield to the process's other threads when CPU is scarce. Linux, unlike POSIX,
 * has priorities per thread, and 0 names the calling thread (setpriority(2), "C library/kernel
 * differences"). Other systems would lower the whole process, so this does nothing there. A sandbox
 * may forbid the call; processing runs at normal priority in that case.
 */
function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {}
}

class RemoteFaults extends ProcessingFaults {
  override report(error: unknown, projectId?: number): void {
    say({
      type: 'fault',
      error: packError(error),
      projectId,
    });
  }
}

const settings = workerData as ThreadSettings;
const port = parentPort!;

lowerThreadPriority();
Logger.writeTo((line) => say({ type: 'log', line }));

const database = openDatabase(settings, new SharedTurns(settings.turns));
const { bounds, secret } = settings;
const stores = createStores(database, { bounds, secret });
const calls = new QueueCalls(say);
const own = new RemoteQueue(calls, 'own');
const processing = createProcessing({
  queue: own,
  stores,
  faults: new RemoteFaults(),
  pause: new SystemPause(),
  clock: new SystemClock(),
  projectRules,
  declaredItems,
  createMapping: mappingOver(stores),
  work: new WorkPlace(settings),
  listJobs: jobsOver(stores, settings.delivery),
  onJobRun: (run) => say({ type: 'jobRun', run }),
});
const beating = setInterval(() => say({ type: 'beat' }), settings.beatEveryMs);

port.on('message', (told: ToThread) => {
  if (told.type === 'answer') calls.answer(told.id, told.result);
  else if (told.type === 'appended') own.announce();
  else if (told.type === 'finish') void finish();
  else if (told.type === 'drain') void drain();
  else void stop();
});
if (settings.part === 'first') processing.start();

function say(said: FromThread): void {
  port.postMessage(said, []);
}

async function finish(): Promise<void> {
  try {
    // Each run gets a new queue, so that claims of a failed run are not carried over.
    await processing.finish(new RemoteQueue(calls, 'orphaned'));
    say({ type: 'finished' });
  } catch (error) {
    say({ type: 'finished', error: packError(error) });
  }
}

async function drain(): Promise<void> {
  await processing.drain();
  say({ type: 'drained' });
}

async function stop(): Promise<void> {
  await processing.stop();
  await database.close();
  clearInterval(beating);
  port.close();
}
