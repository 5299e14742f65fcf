import type { ItemKind } from '#shared';
import type { ItemTypes } from '../../outcomes/item-types.ts';
import type { Admission } from '../admission/admission.ts';
import type { BodyReading } from '../body/body-reading.ts';
import type { KeptBody } from '../body/kept-body.ts';
import type { MemoryShare } from '../memory/memory-budget.ts';

export interface BodyContext {
  readonly admission: Pick<
    Admission,
    | 'checkHeader'
    | 'isHeldBack'
    | 'limited'
    | 'isOverBudget'
    | 'mayParse'
    | 'checkInflated'
    | 'noteInflated'
    | 'acceptsOnlyErrors'
    | 'maxEventBytes'
  >;
  readonly types: ItemTypes;
  readonly kept: KeptBody;
  /**
   * Whether the relay keeps every item, because it forwards the report to an upstream. Call this
   * only when the key is known.
   */
  readonly takesAll: () => boolean;
  readonly share: MemoryShare;
}

/**
 * Whether attachments are refused because the project has used up its storage. Attachments that are
 * forwarded to an upstream are accepted, because the upstream has its own storage.
 */
export function isOverBudget({ admission, takesAll }: BodyContext): boolean {
  return admission.isOverBudget && !takesAll();
}

export interface ReportFormat {
  /** The kind under which a body counts when it is refused before its contents are known. */
  readonly kind: ItemKind;
  readonly hasHeader: boolean;
  readonly publicKey?: string;
  readonly open: (passage: BodyContext) => BodyReading;
}
