import { Agent, request } from 'node:http';
import { PROJECT, startRelay } from '../../bench/processes/errata.mjs';
import { findFreePorts } from '../../bench/processes/free-ports.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { untilDrained } from '../kill/drained.mjs';
import { Upstream } from './upstream.mjs';

const SENDERS = 16;
const PADDING = 'x'.repeat(2000);

/** The relay beside its processing, and alone. */
const MODES = ['process', 'forward'];

/**
 * Has an upstream be away while reports come, and come back: all of them are there once, those of each sender in the
 * order in which it sent them.
 *
 * @param {{ reports: number }} options
 */
export async function proveForwarding({ reports }) {
  const rows = [];
  const faults = [];
  for (const mode of MODES) {
    const { faults: found, ...row } = await inTemporaryFolder((dataDir) =>
      proveAway({ dataDir, mode, reports }),
    );
    rows.push(row);
    faults.push(...found.map((fault) => `${mode}: ${fault}`));
  }
  return { rows, faults };
}

async function proveAway({ dataDir, mode, reports }) {
  const upstream = await new Upstream().open();
  await upstream.close();
  const [port] = await findFreePorts(1);
  const settings = { RELAY_PORT: String(port), RELAY_MODE: mode, MONITORING_DSN: 'off' };
  const relay = await startRelay(dataDir, {
    settings: { ...settings, UPSTREAM_DSN: upstream.dsn },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const acknowledged = await sendAll(url, reports);
    console.log(`${mode}: ${acknowledged.flat().length} acknowledged while the upstream is away`);
    await upstream.open();
    const startMs = performance.now();
    await untilDrained(url);
    const seconds = (performance.now() - startMs) / 1000;
    return {
      mode,
      reports,
      arrived: new Set(upstream.eventIds).size,
      seconds: seconds.toFixed(1),
      faults: findFaults({ acknowledged, reports, eventIds: upstream.eventIds }),
    };
  } finally {
    await relay.end('SIGTERM');
    await upstream.close();
  }
}

/** Resolves with the ids that were acknowledged, by sender, in their order. */
async function sendAll(url, reports) {
  const agent = new Agent({ keepAlive: true });
  const send = async (sender) => {
    const acknowledged = [];
    for (let number = sender; number < reports; number += SENDERS) {
      const eventId = number.toString(16).padStart(32, '0');
      // One after the other is the point.
      const status = await post(`${url}/api/${PROJECT.id}/envelope/`, eventId, agent);
      if (status === 200) acknowledged.push(eventId);
    }
    return acknowledged;
  };
  try {
    return await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  } finally {
    agent.destroy();
  }
}

function post(url, eventId, agent) {
  const header = JSON.stringify({ event_id: eventId });
  const body = `${header}\n{"type":"event"}\n{"message":"away","extra":{"padding":"${PADDING}"}}\n`;
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers: { 'Content-Length': body.length } };
    const sending = request(`${url}?sentry_key=${PROJECT.publicKey}`, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sending.on('error', reject).end(body);
  });
}

function findFaults({ acknowledged, reports, eventIds }) {
  const places = new Map(eventIds.map((id, index) => [id, index]));
  const sent = acknowledged.flat();
  const isInOrder = (ids) =>
    ids.every((id, index) => index === 0 || places.get(id) > places.get(ids[index - 1]));
  return [
    ...(sent.length === reports ? [] : [`${reports - sent.length} reports were refused`]),
    ...sent.filter((id) => !places.has(id)).map((id) => `missing: ${id}`),
    ...(eventIds.length === places.size ? [] : [`${eventIds.length - places.size} came twice`]),
    ...acknowledged.flatMap((ids, sender) =>
      isInOrder(ids) ? [] : [`reports of sender ${sender} came in another order`],
    ),
  ];
}
