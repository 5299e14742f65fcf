import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { FeedbackPosition } from '#product/recording/feedback';
import { to } from '#shared';
import type { Address } from '#shared';

export interface FeedbackAddress {
  readonly project?: string | undefined;
  readonly only?: typeof WITHOUT_EVENT | undefined;
  readonly before?: FeedbackPosition | undefined;
}

export const WITHOUT_EVENT = 'without-error';
const POSITION = /^(?<at>\d{1,15})-(?<id>\d{1,15})$/;

/**
 * Reads `?project=<slug>`, `?only=without-error` and `?before=<time>-<id>`. Throws
 * `NotFoundException` for any other value of these parameters.
 */
@Injectable()
export class FeedbackAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  FeedbackAddress
> {
  transform({ project, only, before }: Readonly<Record<string, unknown>>): FeedbackAddress {
    if (project !== undefined && typeof project !== 'string') throw new NotFoundException();
    if (only !== undefined && only !== WITHOUT_EVENT) throw new NotFoundException();
    return { project, only, before: readPosition(before) };
  }
}

function readPosition(value: unknown): FeedbackPosition | undefined {
  if (value === undefined) return undefined;
  const { at, id } = (typeof value === 'string' && POSITION.exec(value)?.groups) || {};
  if (at === undefined || id === undefined) throw new NotFoundException();
  return { receivedAtMs: Number(at), id: Number(id) };
}

export function toFeedbackAddress({ before, ...filter }: FeedbackAddress): Address {
  const position = before && `${before.receivedAtMs}-${before.id}`;
  return to('/feedback', {}, { query: { ...filter, before: position } });
}
