import { seededRandom } from '../../bench/fixtures/random.mjs';
import { countEach } from '../../bench/receipts/compare.mjs';
import { endServices } from '../kill/blows.mjs';
import { proveKill } from '../kill/kill.mjs';
import { Upstream } from './upstream.mjs';

const SHARE_PUT_OFF = 0.05;

/**
 * Kills services that forward their reports. The upstream is away in every second round and back at
 * the end.
 */
export async function proveForwarding(options) {
  const { rounds, seed } = options;
  const random = seededRandom(seed);
  const kill = endServices('SIGKILL');
  let isAway = false;
  const upstream = await new Upstream(() => isAway || random() < SHARE_PUT_OFF).open();
  try {
    return await proveKill({
      ...options,
      relay: { settings: { UPSTREAM_DSN: upstream.dsn } },
      blow: (scene) => {
        isAway = scene.round < rounds && scene.round % 2 === 1;
        return kill(scene);
      },
      also: (load) => compareForwarded(load, upstream.envelopes, rounds),
    });
  } finally {
    await upstream.close();
  }
}

/**
 * @param {Record<'events' | 'logs' | 'spans', Pick<import('../../bench/receipts/receipts.mjs').Receipts,
 *   'acknowledged' | 'refused' | 'sends'>>} answered
 * @param {readonly (readonly string[])[]} envelopes what each held, as they came to the upstream
 * @param {number} kills each kill may repeat one report at most
 * @returns {Record<'unsent' | 'resent' | 'unasked', readonly string[]>} `unsent`: acknowledged
 *   events, logs and spans that never came; `resent`: repeated ones, when more envelopes came again than
 *   the kills explain; `unasked`: refused ones that came all the same
 */
export function compareForwarded({ events, logs, spans }, envelopes, kills) {
  const came = new Set(envelopes.flat());
  const kinds = [events, logs, spans];
  const findSends = (item) => kinds.map(({ sends }) => sends.get(item)).find(Boolean);
  const again = [...countEach(envelopes.map(([first]) => first))]
    .map(([first, count]) => [first, count - countSends(findSends(first))])
    .filter(([, count]) => count > 0);
  const repeated = again.reduce((sum, [, count]) => sum + count, 0);
  return {
    unsent: kinds.flatMap(({ acknowledged }) =>
      [...acknowledged].filter((item) => !came.has(item)),
    ),
    resent:
      repeated > kills ? again.map(([first, count]) => `${first}, ${count} more than sent`) : [],
    unasked: kinds.flatMap(({ refused }) => [...refused].filter((item) => came.has(item))),
  };
}

function countSends({ acknowledged, open } = { acknowledged: 0, open: 0 }) {
  return acknowledged + open;
}
