import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { LogPlace } from '#product/recording/logs';
import { toIsoTime } from '#shared';

export interface LogAddress {
  readonly query: string;
  readonly project?: string | undefined;
  readonly before?: LogPlace | undefined;
}

const PLACE =
  /^(?<atMs>\d{1,14})(?:\.(?<day>\d{4}-\d{2}-\d{2})\.(?<blockId>\d{1,16})\.(?<index>\d{1,3}))?$/;

/**
 * Reads `?query=<search>`, `?project=<slug>` and `?before=<ms>.<day>.<block>.<index>`, of which
 * `?before=<ms>` is enough. Forms also send empty fields. Throws `NotFoundException` for values
 * that cannot be read; any text is a valid query.
 */
@Injectable()
export class LogAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  LogAddress
> {
  transform(fields: Readonly<Record<string, unknown>>): LogAddress {
    const before = readText(fields['before']);
    return {
      query: readText(fields['query'])?.trim() ?? '',
      project: readText(fields['project']),
      before: before === undefined ? undefined : readPlace(before),
    };
  }
}

function readText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new NotFoundException();
  return value || undefined;
}

function readPlace(text: string): LogPlace {
  const { atMs, day = '', blockId, index } = PLACE.exec(text)?.groups ?? {};
  const isDay = day === '' || toIsoTime(Date.parse(day))?.slice(0, 10) === day;
  if (atMs === undefined || !isDay) throw new NotFoundException();
  return { atMs: Number(atMs), day, blockId: Number(blockId ?? 0), index: Number(index ?? 0) };
}

function printPlace({ atMs, day, blockId, index }: LogPlace): string {
  return day === '' ? `${atMs}` : [atMs, day, blockId, index].join('.');
}

/** Returns the fields of the address, as a query has them. */
export function toFields({ query, project, before }: LogAddress) {
  return {
    query: query || undefined,
    project,
    before: before && printPlace(before),
  };
}
