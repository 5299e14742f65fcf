import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { SectionBar } from '../../../../ui/section-bar.tsx';
import type { DataLayout } from '../settings/data-layout.ts';

export function Layout({
  parts,
  children,
}: PropsOf<DataLayout['load']> & { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <SectionBar label="Data" links={parts} />
      {children}
    </>
  );
}
