import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { createSafepointMemory, Safepoints } from '../src/processing/thread/safepoints.ts';

// As they are built: a thread runs no TypeScript.
const BUILT = join(
  import.meta.dirname,
  '../../../dist/apps/monitoring-relay/src/processing/thread',
);
const SAFEPOINTS = pathToFileURL(join(BUILT, 'safepoints.js')).href;
const THREAD_LIFE = pathToFileURL(join(BUILT, 'thread-life.js')).href;

/** Leaves its safepoint when it is told to, says so, and comes back once the gate is open. */
const THREAD = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { Safepoints } from '${SAFEPOINTS}';
  const safepoints = new Safepoints(workerData.memory);
  parentPort.on('message', () => {
    safepoints.leaveFor(() => {
      parentPort.postMessage('within');
      Atomics.wait(workerData.gate, 0, 0);
    });
    parentPort.postMessage('back');
  });`;

/** Leaves its safepoint, and comes back when it has been asked to stay for a while. */
const LATE_THREAD = `
  import { writeSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  import { Safepoints } from '${SAFEPOINTS}';
  const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  new Safepoints(workerData).leaveFor(() => {
    parentPort.postMessage('within');
    while (Atomics.load(new Int32Array(workerData), 1) === 0) wait(5);
    wait(100);
    writeSync(1, 'back');
  });
  parentPort.on('message', () => undefined);`;

/** A process that ends while its thread works. */
const PROCESS = `
  import { Worker } from 'node:worker_threads';
  import { createSafepointMemory, Safepoints } from '${SAFEPOINTS}';
  import { ThreadLife } from '${THREAD_LIFE}';
  const memory = createSafepointMemory();
  new ThreadLife({
    worker: new Worker(new URL(process.env.THREAD), { workerData: memory }),
    safepoints: new Safepoints(memory, 60_000),
    hear: () => process.exit(3),
    beatEveryMs: 60_000,
    maxMissedBeats: 30,
  });`;

/** The fields of the memory. */
const [WORK, END] = [0, 1];
const WITHIN = 1;

let memory: SharedArrayBuffer;
let gate: Int32Array;
let safepoints: Safepoints;
let worker: Worker;
let said: string[];

beforeEach(() => {
  memory = createSafepointMemory();
  gate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  safepoints = new Safepoints(memory, 60_000);
  said = [];
  worker = new Worker(new URL(toUrl(THREAD)), { workerData: { memory, gate } });
  worker.on('message', (each: string) => said.push(each));
});

afterEach(() => worker.terminate());

function toUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

function begin(): void {
  worker.postMessage('begin', []);
}

async function hear(all: readonly string[]): Promise<void> {
  await eventually(all.join(), () => said.join() === all.join());
}

function open(): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

describe('Safepoints', () => {
  it('have a thread that is at one stay there', async () => {
    open();
    begin();
    await hear(['within', 'back']);
    expect(await safepoints.hold()).toBe(true);
    begin();
    // It waits again each time.
    await eventually('it to wait', () => Atomics.notify(new Int32Array(memory), END) === 1);
    await worker.terminate();
    expect(said).toEqual(['within', 'back']);
  });

  it('have who ends a thread wait until it is at one', async () => {
    begin();
    await hear(['within']);
    let isHeld: boolean | undefined;
    const holding = safepoints.hold().then((isSafe) => (isHeld = isSafe));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isHeld).toBeUndefined();
    open();
    expect(await holding).toBe(true);
    await hear(['within', 'back']);
  });

  it('tell of a thread that was about to leave one, and stays', async () => {
    await safepoints.hold();
    // As if it had just said that it leaves.
    Atomics.store(new Int32Array(memory), WORK, WITHIN);
    const holding = safepoints.hold();
    begin();
    expect(await holding).toBe(true);
  });

  it('have a process that ends wait for its thread', async () => {
    const { execPath } = process;
    const env = { ...process.env, THREAD: toUrl(LATE_THREAD) };
    const running = promisify(execFile)(execPath, ['--input-type=module', '-e', PROCESS], { env });
    await expect(running).rejects.toMatchObject({ code: 3, stdout: 'back' });
  });
});
