import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { AccountLayout } from '../account/account-layout.ts';

export function Layout({
  sections,
  children,
}: PropsOf<AccountLayout['load']> & { readonly children: ReactNode }): ReactNode {
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
