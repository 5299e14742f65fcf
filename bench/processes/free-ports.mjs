import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that a system gives to whoever asks for any: what is found here is not given to somebody else before it
 * is listened on, or while the service that listens there is started again.
 */
const LOWEST = 12_288;
/** To each of the processes that look beside each other, which are Jest's: they cannot find the same one. */
const PORTS_EACH = 2048;
const MOST_WORKERS = 8;

const first = LOWEST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % MOST_WORKERS) * PORTS_EACH;
/** At random, since others may look who are not told apart; then one after the other. */
let offset = randomInt(PORTS_EACH);

/** Ports of this machine that nothing listens on, all different. */
export async function findFreePorts(count) {
  const ports = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries === PORTS_EACH) throw new Error(`No port from ${first} is free.`);
    offset = (offset + 1) % PORTS_EACH;
    // One after the other, until there are enough.
    if (await isFree(first + offset)) ports.push(first + offset);
  }
  return ports;
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
