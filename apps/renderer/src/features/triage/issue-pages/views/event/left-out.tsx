import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import type { LeftOut } from '../../page-bounds/left-out.dto.ts';
import { RawLink } from './raw-links.tsx';

export const LeftOutContext = createContext<LeftOut>({});

const WORDS: Readonly<Record<keyof LeftOut, readonly [one: string, many: string]>> = {
  exceptions: ['exception', 'exceptions'],
  frames: ['frame', 'frames'],
  details: ['frame without its code or variables', 'frames without their code or variables'],
  breadcrumbs: ['step', 'steps'],
  threads: ['thread', 'threads'],
  threadFrames: ['frame', 'frames'],
  threadDetails: ['frame without its code or variables', 'frames without their code or variables'],
  headers: ['header', 'headers'],
  cookies: ['cookie', 'cookies'],
  env: ['variable', 'variables'],
  body: ['value', 'values'],
  extra: ['value', 'values'],
  tags: ['tag', 'tags'],
  user: ['value', 'values'],
  contexts: ['value', 'values'],
  modules: ['module', 'modules'],
  images: ['image', 'images'],
  params: ['parameter', 'parameters'],
  integrations: ['integration', 'integrations'],
  packages: ['package', 'packages'],
  hidden: ['more', 'more'],
  attachments: ['file', 'files'],
  feedback: ['more', 'more'],
  texts: ['long text', 'long texts'],
};

export function LeftOutNote({ of }: { readonly of: readonly (keyof LeftOut)[] }): ReactNode {
  const leftOut = useContext(LeftOutContext);
  const amounts = of.flatMap((part) => {
    const count = leftOut[part];
    return count === undefined ? [] : [formatQuantity(count, ...WORDS[part])];
  });
  if (amounts.length === 0) return null;
  return (
    <p className="py-1 text-sm text-quiet">
      {`This page leaves out or shortens: ${amounts.join(', ')}. `}
      <RawLink>The whole event, as JSON</RawLink>
    </p>
  );
}
