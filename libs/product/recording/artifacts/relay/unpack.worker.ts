import { parentPort, workerData } from 'node:worker_threads';
import { BundleFault } from '../rules/index.ts';
import type { UnpackEnd, UnpackTask } from './unpack-in-thread.ts';
import { unpackBundle } from './unpack-bundle.ts';

const { path, folder } = workerData as UnpackTask;

async function unpack(): Promise<UnpackEnd> {
  try {
    return { ok: true, unpacked: await unpackBundle(path, folder) };
  } catch (error) {
    if (error instanceof BundleFault) return { ok: false, detail: error.message };
    throw error;
  }
}

parentPort!.postMessage(await unpack(), []);
