import type { ReactNode } from 'react';
import { SectionBar } from '../../../../ui/section-bar.tsx';
import type { AccountLayoutProps } from '../account.dto.ts';

export function Layout({
  sections,
  children,
}: AccountLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <SectionBar label="Account" links={sections} />
      {children}
    </>
  );
}
