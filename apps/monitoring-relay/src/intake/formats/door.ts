import type { ItemKind } from '#shared';
import type { Admission } from '../admission/admission.ts';
import type { BodyReading } from '../body/body-reading.ts';
import type { KeptBody } from '../body/kept-body.ts';
import type { MemoryShare } from '../memory/memory-budget.ts';

/** Where a body is on its way to. */
export interface Passage {
  readonly admission: Pick<
    Admission,
    'checkHeader' | 'limited' | 'isOverBudget' | 'mayParse' | 'takesErrorsAlone' | 'maxEventBytes'
  >;
  readonly kept: KeptBody;
  /** Whether all that comes is kept, for another service that is to have it; known with the header. */
  readonly takesAll: () => boolean;
  /** What has to be held beside it is taken from it. */
  readonly share: MemoryShare;
}

/** Whether attachments are refused: another service that is to have them has room of its own. */
export function isOverBudget({ admission, takesAll }: Passage): boolean {
  return admission.isOverBudget && !takesAll();
}

/** A form in which reports come. */
export interface Door {
  /** What a body counts as that is refused before it is known what is in it. */
  readonly kind: ItemKind;
  /** Whether the body begins with a line that may say who reports. */
  readonly hasHeader: boolean;
  /** Of who reports, where the address names it. */
  readonly publicKey?: string;
  readonly open: (passage: Passage) => BodyReading;
}
