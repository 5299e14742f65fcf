import type { ReactNode } from 'react';
import { SectionBar } from '../../../../ui/section-bar.tsx';
import type { DataLayoutProps } from '../project-settings.dto.ts';

export function Layout({
  parts,
  children,
}: DataLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <SectionBar label="Data" links={parts} />
      {children}
    </>
  );
}
