import { parentPort, workerData } from 'node:worker_threads';
import { BundleFault, NoRoom } from '../rules/index.ts';
import type { UnpackTask } from './unpack-bundle.ts';
import type { UnpackEnd } from './unpack-in-thread.ts';
import { unpackBundle } from './unpack-bundle.ts';

const task = workerData as UnpackTask;

async function unpack(): Promise<UnpackEnd> {
  try {
    return { ok: true, unpacked: await unpackBundle(task) };
  } catch (error) {
    if (error instanceof BundleFault)
      return { ok: false, detail: error.message, isRoom: error instanceof NoRoom };
    throw error;
  }
}

parentPort!.postMessage(await unpack(), []);
