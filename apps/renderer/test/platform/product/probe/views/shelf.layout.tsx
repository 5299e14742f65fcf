import type { ReactNode } from 'react';
import type { FrameProps } from '../probe.dto.ts';

export function Layout({
  frame,
  children,
}: FrameProps & { readonly children: ReactNode }): ReactNode {
  return <section aria-label={frame}>{children}</section>;
}
