import { Injectable } from '@nestjs/common';
import type { PartData } from '#shared';
import type { Request, Response } from 'express';
import type { OutcomePlace } from '../chain/chain.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { OutcomeSegments } from '../outcomes/outcome-segments.ts';
import { assertJson } from '../pages/assert-json.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { isDeparture } from '../request/visitor-signal.ts';
import { UnreadableAddressException } from './unreadable-address.exception.ts';

interface WithParts {
  readonly parts?: readonly PartData[];
}

/**
 * Waits for the parts of a page. A part that fails becomes an outcome in its place; one at each item
 * of a list is left out.
 */
@Injectable()
export class PartSettler {
  constructor(
    private readonly faults: FaultLog,
    private readonly outcomes: OutcomeSegments,
  ) {}

  /**
   * Returns the page's props with settled parts and with the data of deferred parts as further
   * props. Rejects with a part's redirect, and when a part cannot read the page's address.
   */
  async settle(
    props: unknown,
    place: OutcomePlace,
    request: Request,
    response: Response,
  ): Promise<object> {
    const { parts = [], ...others } = props as WithParts;
    const deferred = parts.flatMap(({ datum, data }) =>
      datum === undefined ? [] : [[datum, data]],
    );
    const settled = await Promise.all(
      parts.map(async ({ data, isOfEach, ...part }): Promise<readonly PartData[]> => {
        if (part.datum !== undefined) return [part];
        try {
          const loaded = await data;
          if (loaded === undefined) return [];
          assertJson(loaded, part.view);
          return [{ ...part, data: loaded }];
        } catch (error) {
          if (isOfPage(error) || isDeparture(error, response)) throw error;
          const outcome = this.faults.report(error, request);
          // An outcome at every row would hide the list.
          if (isOfEach) return [];
          const ended = this.outcomes.toDeferredOutcome(outcome, error, place, request);
          const shown = { ...(ended.data as object), inPlace: true };
          return [{ place: part.place, view: ended.view, of: part.view, data: shown }];
        }
      }),
    );
    return { ...others, parts: settled.flat(), ...Object.fromEntries(deferred) };
  }
}

function isOfPage(error: unknown): boolean {
  return error instanceof RedirectException || error instanceof UnreadableAddressException;
}
