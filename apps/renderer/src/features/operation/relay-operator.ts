import type { FailedChange, FailedReportPage, FailedSelection, RelayOperation } from '#shared';
import type { RelayProblem } from './operation.dto.ts';

export type RelayAnswer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly problem: RelayProblem };

/** The relay that the renderer knows, for those who run it. Nothing rejects but for the visitor's leaving. */
export abstract class RelayOperator {
  abstract describe(signal: AbortSignal): Promise<RelayAnswer<RelayOperation>>;

  /** `before` is that of an earlier page. */
  abstract listFailed(
    before: string | undefined,
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
