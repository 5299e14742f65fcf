import { Link } from '#client-runtime';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type { LeftOut } from '../../page-bounds/left-out.dto.ts';

interface LeftOutOfPage {
  /** Of the event with everything that is kept of it. */
  readonly address: string;
  readonly leftOut: LeftOut;
}

/** The parts of the event that this page leaves out; each section says so. */
export const LeftOutContext = createContext<LeftOutOfPage>({ address: '', leftOut: {} });

const WORDS: Readonly<Record<keyof LeftOut, readonly [one: string, many: string]>> = {
  exceptions: ['exception', 'exceptions'],
  frames: ['frame', 'frames'],
  details: ['frame without its code or variables', 'frames without their code or variables'],
  breadcrumbs: ['older step', 'older steps'],
  headers: ['header', 'headers'],
  extra: ['value', 'values'],
  tags: ['tag', 'tags'],
  contexts: ['value', 'values'],
  attachments: ['file', 'files'],
  feedback: ['more', 'more'],
  texts: ['long text', 'long texts'],
};

/** How much of these parts is not on the page, and the way to it. Nothing where all of it is. */
export function LeftOutNote({ of }: { readonly of: readonly (keyof LeftOut)[] }): ReactNode {
  const { address, leftOut } = useContext(LeftOutContext);
  const amounts = of.flatMap((part) => {
    const count = leftOut[part];
    return count === undefined ? [] : [formatQuantity(count, ...WORDS[part])];
  });
  if (amounts.length === 0) return null;
  return (
    <p className="py-1 text-sm text-quiet">
      {`Too much for this page, and left out or shortened: ${amounts.join(', ')}. `}
      <Link href={address} target="_blank" prefetch="none" className="pointer-coarse:py-3">
        The whole event, as JSON
      </Link>
    </p>
  );
}
