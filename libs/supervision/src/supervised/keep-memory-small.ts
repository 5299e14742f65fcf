import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { IdleMemory, type ProcessMemory } from './idle-memory.ts';

const CHECK_EVERY_MS = 1000;

/**
 * V8 lets the old generation grow to four times what lives in it before it looks. At twice that a page takes 2 to 3 %
 * more time, and the renderer a third less memory under load; with less it holds as much. The relay has a heap in each
 * thread, of which most is gone soon (ADR 147).
 */
const HEAP_GROWING_PERCENT = { renderer: 100, relay: 50 } as const;

/**
 * Calls of a function before V8's middle compiler takes it; V8 does after 400. What is hot is reached all the same within
 * seconds, and fewer functions are compiled: 20 to 25 MB less under load, and no page slower (ADR 140).
 */
const CALLS_BEFORE_MAGLEV = 2000;

/** Bounds what V8 keeps for garbage and for compiling, and gives it back whenever this process falls idle. */
export function keepMemorySmall(service: keyof typeof HEAP_GROWING_PERCENT): void {
  // Here and not among the arguments: a Node.js that does not know such a flag goes on without it.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT[service]}`);
  setFlagsFromString(`--invocation-count-for-maglev=${CALLS_BEFORE_MAGLEV}`);
  // The C library gives memory back only to the heap of the thread that frees it.
  setFlagsFromString('--no-maglev-destroy-on-background');
  const memory = new IdleMemory(processMemory());
  setInterval(() => void memory.check(), CHECK_EVERY_MS).unref();
}

function processMemory(): ProcessMemory {
  let last = performance.eventLoopUtilization();
  let hasCollected = false;
  return {
    readUtilisation: () => {
      const before = last;
      last = performance.eventLoopUtilization();
      return performance.eventLoopUtilization(last, before).utilization;
    },
    collect: () => {
      const isFirst = !hasCollected;
      hasCollected = true;
      return isFirst ? letGoOfStart() : collect();
    },
  };
}

/**
 * Also lets go of all compiled code that is not running: by now most of it is of the start, and what a request needs is
 * compiled again. V8 has both flags for the process: another thread that collects meanwhile lets go of its own.
 */
async function letGoOfStart(): Promise<void> {
  setFlagsFromString('--bytecode-old-time=0');
  setFlagsFromString('--flush-code-based-on-time');
  try {
    await collect();
  } finally {
    setFlagsFromString('--no-flush-code-based-on-time');
  }
}

/** The way to V8's answer to low memory: `gc` alone leaves the young generation at the size it has grown to. */
async function collect(): Promise<void> {
  const session = new Session();
  session.connect();
  await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve));
  // Not from its own answer: it would wait for itself.
  setImmediate(() => session.disconnect());
}
