import type { ReactNode } from 'react';
import type { SectionProps } from '../probe.dto.ts';

export function Layout({
  section,
  number,
  children,
}: SectionProps & { readonly children: ReactNode }): ReactNode {
  return <article aria-label={`${section} ${number}`}>{children}</article>;
}
