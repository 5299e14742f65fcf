import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { LOGS_PER_ENVELOPE, makeLogEnvelopes } from '../fixtures/log-envelopes.mjs';
import { PROJECT } from '../processes/environment.mjs';

/**
 * Sends envelopes of logs, which are due at even intervals. The time of an answer counts from when
 * its envelope was due.
 *
 * Argument, as JSON: url, seed, seconds, and perSecond, the logs. Prints the result as JSON.
 */
const { url, seed, seconds, perSecond } = JSON.parse(process.argv[2]);
const options = {
  method: 'POST',
  agent: new Agent({ keepAlive: true }),
  headers: { 'Content-Type': 'application/x-sentry-envelope' },
};
const address = `${url}/api/${PROJECT.id}/envelope/?sentry_key=${PROJECT.publicKey}`;
const everyMs = (LOGS_PER_ENVELOPE * 1000) / perSecond;
const count = (seconds * perSecond) / LOGS_PER_ENVELOPE;
const answers = [];
const refused = {};
const startMs = performance.now();
let number = 0;
// Each envelope has the time when it is due.
const atMs = Date.now() + (count - 1) * everyMs;
for (const body of makeLogEnvelopes({ count, seed, atMs, everyMs })) {
  const dueMs = startMs + number * everyMs;
  number += 1;
  const waitMs = dueMs - performance.now();
  if (waitMs > 0) await pause(waitMs);
  // Timers fire about a millisecond late, which is not the server's time.
  answers.push(send(body, waitMs > 0 ? performance.now() : dueMs));
}
const tookMs = (await Promise.all(answers)).filter((ms) => ms !== undefined);
const took = (performance.now() - startMs) / 1000;
tookMs.sort((one, other) => one - other);
const result = {
  sent: count * LOGS_PER_ENVELOPE,
  acknowledged: tookMs.length * LOGS_PER_ENVELOPE,
  refused,
  seconds: took,
  p99Ms: tookMs[Math.ceil(tookMs.length * 0.99) - 1],
};
process.stdout.write(JSON.stringify(result));
options.agent.destroy();

async function send(body, dueMs) {
  const sending = request(address, {
    ...options,
    headers: { ...options.headers, 'Content-Length': body.length },
  });
  sending.end(body);
  const [answer] = await once(sending, 'response');
  await once(answer.resume(), 'end');
  if (answer.statusCode === 200) return performance.now() - dueMs;
  refused[answer.statusCode] = (refused[answer.statusCode] ?? 0) + 1;
  return undefined;
}
