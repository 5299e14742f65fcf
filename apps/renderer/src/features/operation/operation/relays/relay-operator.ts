import type { RelayOperation } from '#shared';
import type { RelayProblem } from '../operation.dto.ts';

export type RelayAnswer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly problem: RelayProblem };

/** A relay, for those who run it. Nothing rejects but for the visitor's leaving. */
export abstract class RelayOperator {
  abstract describe(signal: AbortSignal): Promise<RelayAnswer<RelayOperation>>;
}
