import { describe, expect, it } from '@jest/globals';
import type { RelayOperation } from '#shared';
import type { RelayProblem } from '../operation.dto.ts';
import { RelayFleet } from './relay-fleet.ts';
import type { RelayAnswer, RelayOperator } from './relay-operator.ts';
import type { FoundRelay } from './relays.ts';

const { signal } = new AbortController();
const away: RelayAnswer<never> = { ok: false, problem: 'away' };

class RelayDouble implements Pick<RelayOperator, 'describe'> {
  problem: RelayProblem | undefined;

  constructor(private readonly own: string) {}

  async describe(): Promise<RelayAnswer<RelayOperation>> {
    if (this.problem) return { ok: false, problem: this.problem };
    const spool = { depth: 0, bytes: 0, oldestMs: 0, owed: 0 };
    const data = {
      problems: [],
      refusedKeys: [],
      takesReports: true,
      room: { maxReports: 1, maxBytes: 1 },
      spools: [{ ...spool, name: this.own, isOwn: true }],
      upstreams: [],
      heldSpools: [],
      unreadableSpools: [],
      damagedSpools: [],
    };
    return { ok: true, data };
  }
}

function fleetOf(...relays: readonly [text: string, operator: RelayDouble, family?: number][]) {
  const found: FoundRelay[] = relays.map(([text, operator, family = 4]) => ({
    address: { text, family },
    operator,
  }));
  return new RelayFleet({ find: async () => found });
}

const addressesOf = async (fleet: RelayFleet) =>
  (await fleet.describe(signal)).map(({ address }) => address);

describe('RelayFleet', () => {
  it('describes each of several relays, also beside a relay that does not answer', async () => {
    const [a, b] = [new RelayDouble('a'), new RelayDouble('b')];
    b.problem = 'away';
    const views = await fleetOf(['A', a], ['B', b]).describe(signal);
    expect(views).toMatchObject([
      { address: 'A', answer: { ok: true } },
      { address: 'B', answer: away },
    ]);
  });
});

describe('addresses of a RelayFleet', () => {
  it('merge into one unnamed relay when the same relay answers at all of them', async () => {
    const relay = new RelayDouble('a');
    expect(await addressesOf(fleetOf(['A4', relay], ['A6', relay, 6]))).toEqual([undefined]);
  });

  it('are left out when no relay answers by their protocol', async () => {
    const nobody = new RelayDouble('x');
    nobody.problem = 'away';
    const [a, b] = [new RelayDouble('a'), new RelayDouble('b')];
    const fleet = fleetOf(['A4', a], ['B4', b], ['A6', nobody, 6], ['B6', nobody, 6]);
    expect(await addressesOf(fleet)).toEqual(['A4', 'B4']);
    expect(await addressesOf(fleetOf(['A4', nobody], ['A6', nobody, 6]))).toEqual([undefined]);
  });

  it('are shown where a foreign server answers, or no server at all', async () => {
    const [foreign, nobody] = [new RelayDouble('x'), new RelayDouble('y')];
    foreign.problem = 'foreign';
    nobody.problem = 'away';
    const fleet = fleetOf(['A', new RelayDouble('a')], ['B', nobody], ['C6', foreign, 6]);
    expect(await addressesOf(fleet)).toEqual(['A', 'B', 'C6']);
    expect(await addressesOf(fleetOf(['A', nobody], ['B', nobody]))).toEqual(['A', 'B']);
  });
});
