import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { createSafepointMemory, Safepoints } from '../src/processing/thread/safepoints.ts';

const BUILT = join(
  import.meta.dirname,
  '../../../dist/apps/monitoring-relay/src/processing/thread/safepoints.js',
);

/** Leaves its safepoint when it is told to, says so, and comes back once the gate is open. */
const THREAD = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { Safepoints } from '${pathToFileURL(BUILT).href}';
  const safepoints = new Safepoints(workerData.memory);
  parentPort.on('message', () => {
    safepoints.leaveFor(() => {
      parentPort.postMessage('within');
      Atomics.wait(workerData.gate, 0, 0);
    });
    parentPort.postMessage('back');
  });`;

/** What a thread is at is told there, and where one waits that is to be ended. */
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
  safepoints = new Safepoints(memory);
  said = [];
  const source = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);
  worker = new Worker(source, { workerData: { memory, gate } });
  worker.on('message', (each: string) => said.push(each));
});

afterEach(() => worker.terminate());

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
    await safepoints.hold();
    begin();
    // It waits again each time.
    await eventually('it to wait', () => Atomics.notify(new Int32Array(memory), END) === 1);
    await worker.terminate();
    expect(said).toEqual(['within', 'back']);
  });

  it('have who ends a thread wait until it is at one', async () => {
    begin();
    await hear(['within']);
    let isHeld = false;
    const holding = safepoints.hold().then(() => (isHeld = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isHeld).toBe(false);
    open();
    await holding;
    await hear(['within', 'back']);
  });

  it('have nobody wait for a thread that does not come back', async () => {
    begin();
    await hear(['within']);
    await safepoints.hold();
    await worker.terminate();
    expect(said).toEqual(['within']);
  });

  it('are where a thread is again whose work has failed', () => {
    const failing = (): never => {
      throw new RangeError('No.');
    };
    expect(() => safepoints.leaveFor(failing)).toThrow('No.');
    expect(Atomics.waitAsync(new Int32Array(memory), WORK, WITHIN).async).toBe(false);
  });
});
