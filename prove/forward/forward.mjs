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
      also: (load) => compareForwarded(load, upstream.eventIds, rounds),
    });
  } finally {
    await upstream.close();
  }
}

/**
 * @param {Pick<import('../../bench/receipts/compare.mjs').Answered, 'acknowledged' | 'refused' |
 *   'sends'>} answered
 * @param {readonly string[]} eventIds as they came to the upstream
 * @param {number} kills each kill may repeat one report at most
 * @returns {Record<'unsent' | 'resent' | 'unasked', readonly string[]>} `unsent`: acknowledged
 *   ids that never came; `resent`: repeated ids, when more came again than the kills explain;
 *   `unasked`: refused ids that came all the same
 */
export function compareForwarded({ acknowledged, refused, sends }, eventIds, kills) {
  const counts = countEach(eventIds);
  const again = [...counts].map(([id, count]) => [id, count - countSends(sends.get(id))]);
  const more = again.filter(([, count]) => count > 0);
  const repeated = more.reduce((sum, [, count]) => sum + count, 0);
  return {
    unsent: [...acknowledged].filter((id) => !counts.has(id)),
    resent: repeated > kills ? more.map(([id, count]) => `${id}, ${count} more than sent`) : [],
    unasked: [...refused].filter((id) => counts.has(id)),
  };
}

function countSends({ acknowledged, open } = { acknowledged: 0, open: 0 }) {
  return acknowledged + open;
}
