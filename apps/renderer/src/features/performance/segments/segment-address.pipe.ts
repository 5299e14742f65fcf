import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { SegmentFilter, SegmentOrder } from '#product/performance/segments';
import { segmentKinds, to } from '#shared';
import type { Address, SegmentKind } from '#shared';
import { recentTimes } from '../../recording/issue-page/index.ts';
import type { RecentTime } from '../../recording/issue-page/index.ts';

/** The first one is the usual order, which addresses leave out. */
export const segmentOrders = ['time', 'p95', 'requests', 'failed', 'change'] as const;
const TIMES = Object.keys(recentTimes) as RecentTime[];
const MOST_CHARACTERS = 200;
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The parameters of an address, as they are written. */
export interface SegmentAddress {
  readonly project?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly kind?: SegmentKind | undefined;
  /** A part of the name. */
  readonly query?: string | undefined;
  /** The last 24 hours when absent. */
  readonly time?: RecentTime | undefined;
  readonly sort?: SegmentOrder | undefined;
  /** From 1 on. */
  readonly page?: string | undefined;
}

/** Throws `NotFoundException` for values that cannot be read. */
@Injectable()
export class SegmentAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  SegmentAddress
> {
  transform(fields: Readonly<Record<string, unknown>>): SegmentAddress {
    const [project, environment, release] = ['project', 'environment', 'release'].map((name) =>
      readText(fields[name]),
    );
    const page = readText(fields['page']);
    if (page !== undefined && !/^[1-9]\d{0,3}$/.test(page)) throw new NotFoundException();
    return {
      project,
      environment,
      release,
      page,
      kind: readOne(fields['kind'], segmentKinds),
      query: readText(fields['query'])?.trim() || undefined,
      time: readOne(fields['time'], TIMES),
      sort: readOne(fields['sort'], segmentOrders),
    };
  }
}

/** Reads the id of a segment. Throws `NotFoundException` for anything else. */
@Injectable()
export class SegmentIdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new NotFoundException();
    return Number(text);
  }
}

function readText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) throw new NotFoundException();
  return value || undefined;
}

function readOne<Value extends string>(
  value: unknown,
  values: readonly Value[],
): Value | undefined {
  const text = readText(value);
  if (text === undefined) return undefined;
  const found = values.find((each) => each === text);
  if (found === undefined) throw new NotFoundException();
  return found;
}

export function toSegmentFilter(
  { environment, release, kind, query, time = '24h' }: SegmentAddress,
  { projectIds, nowMs }: Pick<SegmentFilter, 'projectIds'> & { readonly nowMs: number },
): SegmentFilter {
  const { unit, count } = recentTimes[time];
  const fromMs = nowMs - count * UNIT_MS[unit];
  return { projectIds, fromMs, toMs: nowMs, environment, release, kind, text: query };
}

export function toListAddress(address: SegmentAddress, format: '' | '.md' = ''): Address {
  return to(`/performance${format}`, {}, { query: { ...address } });
}

/** Keeps what narrows the list and has a meaning for one segment. */
export function toSegmentAddress(
  id: number,
  { environment, release, time }: SegmentAddress = {},
): Address {
  return to('/performance/:id', { id }, { query: { environment, release, time } });
}
