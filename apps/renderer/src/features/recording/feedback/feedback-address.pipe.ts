import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { FeedbackPosition } from '#product/recording/feedback';
import { to } from '#shared';
import type { Address } from '#shared';

export interface FeedbackAddress {
  readonly project?: string | undefined;
  readonly only?: typeof WITHOUT_EVENT | undefined;
  readonly assignee?: typeof SELF | undefined;
  readonly status?: typeof DONE | undefined;
  readonly before?: FeedbackPosition | undefined;
  /** The row that is shown as a whole. */
  readonly open?: number | undefined;
}

export const WITHOUT_EVENT = 'without-error';
export const SELF = 'me';
export const DONE = 'done';
const ID = /^\d{1,15}$/;
const POSITION = /^(?<at>\d{1,15})-(?<id>\d{1,15})$/;

/**
 * Reads `?project=<slug>`, `?only=without-error`, `?assignee=me`, `?status=done`,
 * `?before=<time>-<id>` and `?open=<id>`. Throws `NotFoundException` for any other value of these parameters.
 */
@Injectable()
export class FeedbackAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  FeedbackAddress
> {
  transform(parameters: Readonly<Record<string, unknown>>): FeedbackAddress {
    const { project, before, open } = parameters;
    if (project !== undefined && typeof project !== 'string') throw new NotFoundException();
    return {
      project,
      only: readOnly(parameters['only'], WITHOUT_EVENT),
      assignee: readOnly(parameters['assignee'], SELF),
      status: readOnly(parameters['status'], DONE),
      before: readPosition(before),
      open: readId(open),
    };
  }
}

function readOnly<Value extends string>(value: unknown, known: Value): Value | undefined {
  if (value !== undefined && value !== known) throw new NotFoundException();
  return value === known ? known : undefined;
}

function readPosition(value: unknown): FeedbackPosition | undefined {
  if (value === undefined) return undefined;
  const { at, id } = (typeof value === 'string' && POSITION.exec(value)?.groups) || {};
  if (at === undefined || id === undefined) throw new NotFoundException();
  return { receivedAtMs: Number(at), id: Number(id) };
}

function readId(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !ID.test(value)) throw new NotFoundException();
  return Number(value);
}

export function toFeedbackAddress({ before, open, ...filter }: FeedbackAddress): Address {
  const position = before && `${before.receivedAtMs}-${before.id}`;
  const query = { ...filter, before: position, open };
  return to(
    '/feedback',
    {},
    { query, ...(open === undefined ? {} : { hash: `feedback-${open}` }) },
  );
}
