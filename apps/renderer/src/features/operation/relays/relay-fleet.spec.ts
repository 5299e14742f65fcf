import { describe, expect, it } from '@jest/globals';
import type {
  FailedChange,
  FailedReportLine,
  FailedReportPage,
  FailedSelection,
  RelayOperation,
} from '#shared';
import type { RelayProblem } from '../operation.dto.ts';
import { RelayFleet } from './relay-fleet.ts';
import { type FailedQuery, type RelayAnswer, RelayOperator } from './relay-operator.ts';
import { type FoundRelay, Relays } from './relays.ts';

const { signal } = new AbortController();
const away: RelayAnswer<never> = { ok: false, problem: 'away' };

/** With spools by name, and what failed of each, as it is listed. */
class RelayDouble extends RelayOperator {
  problem: RelayProblem | undefined;
  readonly asked: string[] = [];

  constructor(
    private readonly own: string,
    private readonly failed: Readonly<Record<string, readonly FailedReportLine[]>> = {},
    private readonly held: readonly string[] = [],
  ) {
    super();
  }

  override async describe(): Promise<RelayAnswer<RelayOperation>> {
    const none = { depth: 0, bytes: 0, oldestMs: 0, owed: 0 };
    const names = [...new Set([this.own, ...Object.keys(this.failed)])];
    return this.answer({
      problems: [],
      refusedKeys: [],
      takesReports: true,
      room: { maxReports: 1, maxBytes: 1 },
      spools: names.map((name) => ({
        name,
        isOwn: name === this.own,
        failed: this.failed[name]?.length ?? 0,
        ...none,
      })),
      upstreams: [],
      heldSpools: this.held,
      unreadableSpools: [],
      damagedSpools: [],
    });
  }

  override async listFailed({
    before,
    spools,
  }: FailedQuery): Promise<RelayAnswer<FailedReportPage>> {
    this.asked.push(`list ${spools?.join() ?? 'all'} ${before ?? ''}`.trim());
    const names = spools ?? Object.keys(this.failed);
    const reports = names.flatMap((name) => this.failed[name] ?? []);
    const upTo = reports.map(({ name }) => name).join(',');
    const like = reports[0]?.name;
    const reasons = like ? [{ reason: 'same', count: reports.length, like }] : [];
    return this.answer({ total: reports.length, upTo, reports, reasons });
  }

  override async readFailed(
    name: string,
  ): Promise<RelayAnswer<ReadableStream<Uint8Array> | undefined>> {
    const has = Object.values(this.failed).some((lines) =>
      lines.some((each) => each.name === name),
    );
    return this.answer(has ? new Blob([this.own]).stream() : undefined);
  }

  override async change(
    how: 'retry' | 'discard',
    selection: FailedSelection,
  ): Promise<RelayAnswer<FailedChange>> {
    this.asked.push(`${how} ${JSON.stringify(selection)}`);
    return this.answer({ changed: 1, isBusy: false });
  }

  private answer<Data>(data: Data): RelayAnswer<Data> {
    return this.problem ? { ok: false, problem: this.problem } : { ok: true, data };
  }
}

function line(name: string, receivedAtMs: number): FailedReportLine {
  return { name, receivedAtMs, reason: 'same', bytes: 1, kind: 'report', isRetryable: true };
}

function fleetOf(...relays: readonly [text: string, operator: RelayOperator, family?: number][]) {
  const found: FoundRelay[] = relays.map(([text, operator, family = 4]) => ({
    address: { text, family },
    operator,
  }));
  class KnownRelays extends Relays {
    override async find(): Promise<readonly FoundRelay[]> {
      return found;
    }
  }
  return new RelayFleet(new KnownRelays());
}

const addressesOf = async (fleet: RelayFleet) =>
  (await fleet.describe(undefined, signal)).relays.map(({ address }) => address);

describe('several relays', () => {
  it('are seen each by itself, and what failed in one list, latest received first', async () => {
    const a = new RelayDouble('a', { a: [line('a:1', 10), line('a:2', 30)] });
    const b = new RelayDouble('b', { b: [line('b:1', 20)] });
    const { relays, failed } = await fleetOf(['A', a], ['B', b]).describe('9-x:1', signal);
    expect(relays.map(({ address, answer }) => [address, answer.ok])).toEqual([
      ['A', true],
      ['B', true],
    ]);
    expect(failed).toEqual({
      total: 3,
      upTo: 'a:1,a:2,b:1',
      reports: [line('a:2', 30), line('b:1', 20), line('a:1', 10)],
      reasons: [{ reason: 'same', count: 3, like: 'a:1,b:1' }],
    });
    expect([a.asked, b.asked]).toEqual([['list a 9-x:1'], ['list b 9-x:1']]);
  });

  it('are asked for what a relay that is gone has left once', async () => {
    const left = { left: [line('left:1', 5)] };
    const a = new RelayDouble('a', left);
    const b = new RelayDouble('b', left);
    const fleet = fleetOf(['A', a], ['B', b]);
    expect((await fleet.describe(undefined, signal)).failed?.total).toBe(1);
    expect([a.asked, b.asked]).toEqual([['list left,a'], ['list b']]);
  });

  it('have pages of fifty, and the next one goes on behind the last that is shown', async () => {
    const lines = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => line(`${name}:${index}`, 1000 - index));
    const a = new RelayDouble('a', { a: lines('a', 30) });
    const b = new RelayDouble('b', { b: lines('b', 30) });
    const { failed } = await fleetOf(['A', a], ['B', b]).describe(undefined, signal);
    expect(failed?.reports).toHaveLength(50);
    expect(failed?.reports.at(-1)?.name).toBe('b:24');
    expect(failed?.before).toBe('976-b:24');
  });

  it('that do not answer hide no other', async () => {
    const a = new RelayDouble('a', { a: [line('a:1', 10)] });
    const b = new RelayDouble('b');
    b.problem = 'away';
    const { relays, failed } = await fleetOf(['A', a], ['B', b]).describe(undefined, signal);
    expect(relays[1]).toEqual({ address: 'B', answer: away });
    expect(failed?.reports).toHaveLength(1);
  });

  it('do each what is asked for with the reports that it has', async () => {
    const a = new RelayDouble('a', { a: [line('a:2', 1)] });
    const b = new RelayDouble('b', { b: [line('b:4', 1)], left: [line('left:7', 1)] });
    const fleet = fleetOf(['A', a], ['B', b]);
    const both = { ok: true, data: { changed: 2, isBusy: false, unasked: [] } };
    expect(await fleet.change('retry', { upTo: 'a:2,b:4,left:7' })).toEqual(both);
    const alike = { upTo: 'a:2,b:4,left:7', like: 'a:2,b:4' };
    expect(await fleet.change('discard', alike)).toEqual(both);
    const one = await fleet.change('retry', { report: 'left:7' });
    expect(one).toMatchObject({ data: { changed: 1 } });
    expect(a.asked).toEqual(['retry {"upTo":"a:2"}', 'discard {"upTo":"a:2","like":"a:2"}']);
    expect(b.asked).toEqual([
      'retry {"upTo":"b:4,left:7"}',
      'discard {"upTo":"b:4,left:7","like":"b:4"}',
      'retry {"report":"left:7"}',
    ]);
  });

  it('leave alone what is with one that does not answer, and say which', async () => {
    const a = new RelayDouble('a', { a: [line('a:2', 1)] });
    const b = new RelayDouble('b', { b: [line('b:4', 1)] });
    b.problem = 'away';
    const fleet = fleetOf(['A', a], ['B', b]);
    const some = { ok: true, data: { changed: 1, isBusy: false, unasked: ['B'] } };
    expect(await fleet.change('retry', { upTo: 'a:2,b:4' })).toEqual(some);
    expect(await fleet.change('retry', { report: 'b:4' })).toEqual(away);
    expect(await fleet.change('retry', { report: 'a:2' })).toMatchObject({
      data: { changed: 1, unasked: [] },
    });
  });

  it('have nothing done where nobody has it any more', async () => {
    const fleet = fleetOf(['A', new RelayDouble('a')], ['B', new RelayDouble('b')]);
    const nothing = { ok: true, data: { changed: 0, isBusy: false, unasked: [] } };
    expect(await fleet.change('retry', { report: 'gone:1' })).toEqual(nothing);
  });

  it('give the body of what one of them keeps', async () => {
    const a = new RelayDouble('a');
    const b = new RelayDouble('b', { b: [line('b:4', 1)] });
    const fleet = fleetOf(['A', a], ['B', b]);
    const answer = await fleet.readFailed('b:4', signal);
    expect(await new Response(answer.ok ? answer.data : null).text()).toBe('b');
    expect(await fleet.readFailed('b:5', signal)).toEqual({ ok: true, data: undefined });
    a.problem = 'away';
    expect(await fleet.readFailed('b:5', signal)).toEqual(away);
  });
});

describe('addresses', () => {
  it('of one relay are one', async () => {
    const relay = new RelayDouble('a');
    expect(await addressesOf(fleetOf(['A4', relay], ['A6', relay, 6]))).toEqual([undefined]);
  });

  it('of a protocol that no relay answers by are none', async () => {
    const nobody = new RelayDouble('x');
    nobody.problem = 'away';
    const [a, b] = [new RelayDouble('a'), new RelayDouble('b')];
    const fleet = fleetOf(['A4', a], ['B4', b], ['A6', nobody, 6], ['B6', nobody, 6]);
    expect(await addressesOf(fleet)).toEqual(['A4', 'B4']);
    expect(await addressesOf(fleetOf(['A4', nobody], ['A6', nobody, 6]))).toEqual([undefined]);
  });

  it('where something else answers, or nobody does, are shown', async () => {
    const [foreign, nobody] = [new RelayDouble('x'), new RelayDouble('y')];
    foreign.problem = 'foreign';
    nobody.problem = 'away';
    const fleet = fleetOf(['A', new RelayDouble('a')], ['B', nobody], ['C6', foreign, 6]);
    expect(await addressesOf(fleet)).toEqual(['A', 'B', 'C6']);
    expect(await addressesOf(fleetOf(['A', nobody], ['B', nobody]))).toEqual(['A', 'B']);
  });
});
