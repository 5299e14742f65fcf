import { to } from '#shared';
import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { AccountLayoutProps } from '../account.dto.ts';

export function Layout({
  sections,
  children,
}: AccountLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <SectionList
      label="Account"
      groups={[{ title: 'Your account', links: sections }]}
      searchAt={to('/settings/find')}
    >
      {children}
    </SectionList>
  );
}
