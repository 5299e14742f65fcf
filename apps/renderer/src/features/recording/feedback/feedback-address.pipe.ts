import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { FeedbackPosition } from '#product/recording/feedback';
import { to } from '#shared';
import type { Address } from '#shared';

export interface FeedbackAddress {
  readonly project?: string;
  readonly isWithoutEvent: boolean;
  readonly before?: FeedbackPosition | undefined;
}

const WITHOUT_EVENT = 'without-error';
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
    const slug = project === '' ? undefined : project;
    if (slug !== undefined && typeof slug !== 'string') throw new NotFoundException();
    if (only !== undefined && only !== WITHOUT_EVENT) throw new NotFoundException();
    const position = readPosition(before);
    return {
      ...(slug === undefined ? {} : { project: slug }),
      isWithoutEvent: only === WITHOUT_EVENT,
      ...(position ? { before: position } : {}),
    };
  }
}

function readPosition(value: unknown): FeedbackPosition | undefined {
  if (value === undefined) return undefined;
  const { at, id } = (typeof value === 'string' && POSITION.exec(value)?.groups) || {};
  if (at === undefined || id === undefined) throw new NotFoundException();
  return { receivedAtMs: Number(at), id: Number(id) };
}

export function toFeedbackAddress({ project, isWithoutEvent, before }: FeedbackAddress): Address {
  return to(
    '/feedback',
    {},
    {
      query: {
        project,
        only: isWithoutEvent ? WITHOUT_EVENT : undefined,
        before: before && `${before.receivedAtMs}-${before.id}`,
      },
    },
  );
}
