import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BundleFault, NoRoom } from '../rules/index.ts';
import { type UnpackedBundle, type UnpackTask, unpackBundle } from './unpack-bundle.ts';

export type UnpackEnd =
  | { readonly ok: true; readonly unpacked: UnpackedBundle }
  | { readonly ok: false; readonly detail: string; readonly isRoom: boolean };

/**
 * Heap of the thread, enough to parse a map of 64 MiB. The buffers for one file and one table are
 * not part of the heap.
 */
const HEAP_MB = 640;

/**
 * Time that unpacking may take: half of the time after which another relay may claim the bundle.
 */
const TIMEOUT_MS = 300_000;

/** Specs run TypeScript sources, for which no built worker exists. They unpack without a worker. */
const IS_BUILT = import.meta.url.endsWith('.js');

/**
 * Unpacks a bundle in a thread that ends afterwards. Parsing a map of 50 MB takes a second and much
 * memory, which the end of the thread frees. Rejects with a `BundleFault` when the bundle is
 * faulty, or needs more memory or time than the thread has.
 */
export async function unpackInThread(
  task: UnpackTask,
  signal: AbortSignal,
): Promise<UnpackedBundle> {
  if (!IS_BUILT) return unpackBundle(task);
  const worker = new Worker(new URL('./unpack.worker.js', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    return await waitForEnd(worker, { signal, limitMs: TIMEOUT_MS });
  } finally {
    await worker.terminate();
  }
}

export async function waitForEnd(
  worker: EventEmitter,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<UnpackedBundle> {
  const limit = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const [end] = (await once(worker, 'message', { signal: either })) as [UnpackEnd];
    if (end.ok) return end.unpacked;
    throw end.isRoom ? new NoRoom(end.detail) : new BundleFault(end.detail);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new BundleFault('A map of the bundle needs more memory than there is for reading it.');
    }
    if (limit.aborted && !signal.aborted) {
      throw new BundleFault('The maps of the bundle need more than five minutes for reading them.');
    }
    throw error;
  }
}
