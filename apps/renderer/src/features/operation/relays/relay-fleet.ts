import { Injectable } from '@nestjs/common';
import type { FailedChange, FailedReportPage, FailedSelection, RelayOperation } from '#shared';
import { mergeFailedPages } from './merge-failed-pages.ts';
import type { RelayAnswer } from './relay-operator.ts';
import { type FoundRelay, Relays } from './relays.ts';
import { assignSpools, dropEchoes, type SeenRelay } from './seen-relays.ts';
import { selectByRelay } from './select-by-relay.ts';

export interface RelayView {
  /** Absent where there is one relay alone. */
  readonly address?: string;
  readonly answer: RelayAnswer<RelayOperation>;
}

export interface FleetView {
  /** At least one. */
  readonly relays: readonly RelayView[];
  /** Of those that answer; absent where none does. */
  readonly failed?: FailedReportPage;
}

export interface FleetChange extends FailedChange {
  /** Where relays are that could not be asked, and may have some of what was chosen. */
  readonly unasked: readonly string[];
}

/** All relays, as one. Nothing rejects but for the visitor's leaving. */
@Injectable()
export class RelayFleet {
  constructor(private readonly relays: Relays) {}

  /** `before` is that of an earlier page. */
  async describe(before: string | undefined, signal: AbortSignal): Promise<FleetView> {
    const seen = await see(await this.relays.find(), signal);
    const areSeveral = seen.length > 1;
    const owners = assignSpools(seen);
    const asked = await Promise.all(
      seen.map(async (relay) => {
        const { address, answer, operator } = relay;
        const view = { ...(areSeveral && address ? { address: address.text } : {}), answer };
        if (!answer.ok) return { view };
        const spools = areSeveral ? listOwned(owners, relay) : undefined;
        const failed = await operator.listFailed({ before, spools }, signal);
        // It went away in between.
        return failed.ok ? { view, page: failed.data } : { view: { ...view, answer: failed } };
      }),
    );
    const pages = asked.flatMap(({ page }) => page ?? []);
    return {
      relays: asked.map(({ view }) => view),
      ...(pages.length > 0 ? { failed: mergeFailedPages(pages) } : {}),
    };
  }

  /** The body of a failed report; undefined when no relay has one of that name. Not ok when one that may have it is away. */
  async readFailed(
    name: string,
    signal: AbortSignal,
  ): Promise<RelayAnswer<ReadableStream<Uint8Array> | undefined>> {
    let nothing: RelayAnswer<undefined> = { ok: true, data: undefined };
    for (const { operator } of await this.relays.find()) {
      const answer = await operator.readFailed(name, signal);
      if (answer.ok && answer.data) return answer;
      if (!answer.ok) nothing = answer;
    }
    return nothing;
  }

  /** Has each relay do it with those that it has. Done twice, it changes nothing more. */
  async change(
    how: 'retry' | 'discard',
    selection: FailedSelection,
  ): Promise<RelayAnswer<FleetChange>> {
    const found = await this.relays.find();
    const [only] = found;
    if (only && found.length === 1)
      return toFleetChange([await only.operator.change(how, selection)]);
    const seen = await see(found, new AbortController().signal);
    const owners = assignSpools(seen);
    const { byRelay, isAllKnown } = selectByRelay(selection, owners);
    const changes = await Promise.all(
      [...byRelay].map(async ([{ operator, address }, own]) => ({
        address,
        change: await operator.change(how, own),
      })),
    );
    // What nobody knows of may be with those that do not answer.
    const silent = isAllKnown ? [] : seen.filter(({ answer }) => !answer.ok);
    const failed = changes.filter(({ change }) => !change.ok);
    const unasked = [...silent, ...failed].flatMap(({ address }) => address?.text ?? []);
    const answers = changes.map(({ change }) => change);
    const refusals = silent.flatMap(({ answer }) => (answer.ok ? [] : answer));
    return toFleetChange(answers.length > 0 ? answers : refusals, unasked);
  }
}

async function see(found: readonly FoundRelay[], signal: AbortSignal): Promise<SeenRelay[]> {
  const seen = await Promise.all(
    found.map(async (relay) => ({ ...relay, answer: await relay.operator.describe(signal) })),
  );
  return dropEchoes(seen);
}

function listOwned(owners: ReadonlyMap<string, SeenRelay>, relay: SeenRelay): string[] {
  return [...owners].flatMap(([name, owner]) => (owner === relay ? name : []));
}

/** Not ok when not one of them did it. */
function toFleetChange(
  answers: readonly RelayAnswer<FailedChange>[],
  unasked: readonly string[] = [],
): RelayAnswer<FleetChange> {
  const done = answers.flatMap((answer) => (answer.ok ? answer.data : []));
  const problem = answers.find((answer) => !answer.ok);
  if (done.length === 0 && problem) return problem;
  return {
    ok: true,
    data: {
      changed: done.reduce((sum, { changed }) => sum + changed, 0),
      isBusy: done.some(({ isBusy }) => isBusy),
      unasked,
    },
  };
}
