import type { RelayOperation } from '#shared';
import type { RelayAnswer } from './relay-operator.ts';
import type { FoundRelay } from './relays.ts';

export interface SeenRelay extends FoundRelay {
  readonly answer: RelayAnswer<RelayOperation>;
}

/**
 * Without the addresses behind which there is no relay of their own: those of one that another address has shown
 * already, and those where nobody answers by one protocol (IPv4 or IPv6) while relays do by the other, or nobody at all and
 * each has one.
 */
export function dropEchoes(seen: readonly SeenRelay[]): SeenRelay[] {
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
