import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { LogName, LogPlace } from '#product/recording/logs';
import { readBound } from '#product/recording/logs/rules';
import { Clock, toIsoTime } from '#shared';

export type { LogName };

export interface LogAddress {
  readonly query: string;
  readonly project?: string | undefined;
  readonly before?: LogPlace | undefined;
  /** Bounds of the time as the address has them, and in whole minutes. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

const PLACE =
  /^(?<atMs>\d{1,14})(?:\.(?<day>\d{4}-\d{2}-\d{2})\.(?<blockId>\d{1,16})\.(?<index>\d{1,3}))?$/;
const NAME = /^(?<day>\d{8})-(?<blockId>[0-9a-z]{1,11})-(?<index>[0-9a-z]{1,2})$/;

/**
 * Reads `?query=<search>`, `?project=<slug>`, `?from=` and `?to=` as `readBound` does, and
 * `?before=<ms>.<day>.<block>.<index>`, of which `?before=<ms>` is enough. Forms also send empty
 * fields. Throws `NotFoundException` for values that cannot be read; any text is a valid query.
 */
@Injectable()
export class LogAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  LogAddress
> {
  constructor(private readonly clock: Clock) {}

  transform(fields: Readonly<Record<string, unknown>>): LogAddress {
    const [before, from, to] = ['before', 'from', 'to'].map((name) => readText(fields[name]));
    return {
      query: readText(fields['query'])?.trim() ?? '',
      project: readText(fields['project']),
      before: before === undefined ? undefined : readPlace(before),
      from,
      to,
      fromMs: this.#readBound(from, 'from'),
      beforeMs: this.#readBound(to, 'to'),
    };
  }

  #readBound(text: string | undefined, side: 'from' | 'to'): number | undefined {
    if (text === undefined) return undefined;
    const atMs = readBound(text, { side, nowMs: this.clock.nowMs() });
    if (atMs === undefined) throw new NotFoundException();
    return atMs;
  }
}

/** Reads the name of a log, as `printName` writes it. Throws `NotFoundException`. */
@Injectable()
export class LogNamePipe implements PipeTransform<string, LogName> {
  transform(text: string): LogName {
    const { day = '', blockId = '', index = '' } = NAME.exec(text)?.groups ?? {};
    const iso = day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    if (!isDay(iso)) throw new NotFoundException();
    return { day: iso, blockId: Number.parseInt(blockId, 36), index: Number.parseInt(index, 36) };
  }
}

/** Returns the name of a log in an address, short because a page has a hundred. */
export function printName({ day, blockId, index }: LogName): string {
  return [day.replaceAll('-', ''), blockId.toString(36), index.toString(36)].join('-');
}

function readText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new NotFoundException();
  return value || undefined;
}

function readPlace(text: string): LogPlace {
  const { atMs, day = '', blockId, index } = PLACE.exec(text)?.groups ?? {};
  if (atMs === undefined || (day !== '' && !isDay(day))) throw new NotFoundException();
  return { atMs: Number(atMs), day, blockId: Number(blockId ?? 0), index: Number(index ?? 0) };
}

function isDay(day: string): boolean {
  return day !== '' && toIsoTime(Date.parse(day))?.slice(0, 10) === day;
}

function printPlace({ atMs, day, blockId, index }: LogPlace): string {
  return day === '' ? `${atMs}` : [atMs, day, blockId, index].join('.');
}

/** Returns the fields of the address, as a query has them. */
export function toFields({ query, project, before, from, to }: LogAddress) {
  return { query: query || undefined, project, from, to, before: before && printPlace(before) };
}
