import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * First port to try. The ports from here on are below the system's range for clients. The system
 * therefore gives them to no client, also while a service restarts.
 */
const LOWEST = 12_288;
/** Each Jest worker searches a range of its own, so that two workers never find the same port. */
const PORTS_EACH = 2048;
const MOST_WORKERS = 8;

const first = LOWEST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % MOST_WORKERS) * PORTS_EACH;
/** The first port is random, because processes outside Jest share one range. */
let offset = randomInt(PORTS_EACH);

export async function findFreePorts(count) {
  const ports = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries === PORTS_EACH) throw new Error(`No port from ${first} is free.`);
    offset = (offset + 1) % PORTS_EACH;
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
