import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { to } from '#shared';
import type { Address } from '#shared';

export const WITHOUT_EVENT = 'without-error';
export const SELF = 'me';
export const DONE = 'done';

/** `before` is a position, `<time>-<id>`. `open` is the row that is shown as a whole. */
const forms = {
  project: /^/,
  only: new RegExp(`^${WITHOUT_EVENT}$`),
  assignee: new RegExp(`^${SELF}$`),
  status: new RegExp(`^${DONE}$`),
  before: /^\d{1,15}-\d{1,15}$/,
  open: /^\d{1,15}$/,
};

export type FeedbackAddress = { readonly [_ in keyof typeof forms]?: string | undefined };

/** Throws `NotFoundException` for a parameter that does not have its form. */
@Injectable()
export class FeedbackAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  FeedbackAddress
> {
  transform(query: Readonly<Record<string, unknown>>): FeedbackAddress {
    const found = Object.entries(forms).map(([name, form]) => {
      const value = query[name];
      if (value === undefined || (typeof value === 'string' && form.test(value))) {
        return [name, value];
      }
      throw new NotFoundException();
    });
    return Object.fromEntries(found) as FeedbackAddress;
  }
}

export function toFeedbackAddress(query: FeedbackAddress): Address {
  const { open } = query;
  return to('/feedback', {}, { query, hash: open === undefined ? undefined : `feedback-${open}` });
}
