import type { FailedChange, FailedReportPage, FailedSelection, RelayOperation } from '#shared';
import type { RelayProblem } from '../operation.dto.ts';

export type RelayAnswer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly problem: RelayProblem };

export interface FailedQuery {
  /** That of an earlier page. */
  readonly before: string | undefined;
  /** Names of the spools that are looked into; undefined: all. */
  readonly spools: readonly string[] | undefined;
}

/** A relay, for those who run it. Nothing rejects but for the visitor's leaving. */
export abstract class RelayOperator {
  abstract describe(signal: AbortSignal): Promise<RelayAnswer<RelayOperation>>;

  abstract listFailed(
    which: FailedQuery,
    signal: AbortSignal,
  ): Promise<RelayAnswer<FailedReportPage>>;

  /** The body of a failed report; undefined when there is none of that name. */
  abstract readFailed(
    name: string,
    signal: AbortSignal,
  ): Promise<RelayAnswer<ReadableStream<Uint8Array> | undefined>>;

  /** Done twice, it changes nothing more. */
  abstract change(
    how: 'retry' | 'discard',
    selection: FailedSelection,
  ): Promise<RelayAnswer<FailedChange>>;
}
