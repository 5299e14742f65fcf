import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { LogPlace } from '#product/recording/logs';
import { toIsoTime } from '#shared';

export interface LogAddress {
  readonly query: string;
  readonly project?: string | undefined;
  readonly before?: LogPlace | undefined;
}

const PLACE = /^(?<day>\d{4}-\d{2}-\d{2})\.(?<blockId>\d{1,15})$/;

/**
 * Reads `?query=<search>`, `?project=<slug>` and `?before=<day>.<block>`. Forms also send empty
 * fields. Throws `NotFoundException` for values that cannot be read; any text is a valid query.
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
  const { day, blockId } = PLACE.exec(text)?.groups ?? {};
  if (day === undefined || toIsoTime(Date.parse(day))?.slice(0, 10) !== day) {
    throw new NotFoundException();
  }
  return { day, blockId: Number(blockId) };
}

/** Returns the fields of the address, as a query has them. */
export function toFields({ query, project, before }: LogAddress) {
  return {
    query: query || undefined,
    project,
    before: before && `${before.day}.${before.blockId}`,
  };
}
