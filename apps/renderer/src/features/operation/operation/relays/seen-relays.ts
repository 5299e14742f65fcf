import type { RelayOperation } from '#shared';
import type { RelayAnswer } from './relay-operator.ts';
import type { FoundRelay } from './relays.ts';

export interface SeenRelay extends FoundRelay {
  readonly answer: RelayAnswer<RelayOperation>;
}

/**
 * Leaves out the addresses that have no relay of their own:
 *
 * - addresses that lead to the same relay as an earlier address in the list
 * - silent addresses of one protocol (IPv4 or IPv6), when relays answer over the other protocol
 *   only
 * - all addresses but the first, when no relay answers and no two addresses have the same
 *   protocol
 */
export function dropRepeatedRelays(seen: readonly SeenRelay[]): SeenRelay[] {
  const served = listFamilies(seen.filter(({ answer }) => answer.ok));
  const isOneAway =
    !seen.some(({ answer }) => answer.ok) && listFamilies(seen).size === seen.length;
  const names = new Set<string>();
  return seen.filter(({ answer, address }, index) => {
    if (isOneAway) return index === 0;
    if (!answer.ok) {
      return answer.problem !== 'away' || served.size === 0 || served.has(address?.family);
    }
    const name = findOwnSpool(answer.data);
    const isKnown = name !== undefined && names.has(name);
    if (name !== undefined) names.add(name);
    return !isKnown;
  });
}

function listFamilies(seen: readonly SeenRelay[]): ReadonlySet<number | undefined> {
  return new Set(seen.map(({ address }) => address?.family));
}

export function findOwnSpool({ spools }: RelayOperation): string | undefined {
  return spools.find(({ isOwn }) => isOwn)?.name;
}
