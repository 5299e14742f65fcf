import { useContext } from 'react';
import type { ReactNode } from 'react';
import { FrameContext } from '../../issue-page/views/index.ts';

export function Part({ href }: { readonly href: string }): ReactNode {
  const { place } = useContext(FrameContext);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="text-quiet pointer-coarse:inline-block pointer-coarse:py-3"
    >
      {place || 'code'}
      <span className="sr-only"> in the repository, in a new tab</span>
    </a>
  );
}
