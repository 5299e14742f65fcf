import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { SettingsLayout } from '../settings-layout.ts';

export function Layout({
  sections,
  children,
}: PropsOf<SettingsLayout['load']> & { readonly children: ReactNode }): ReactNode {
  return (
    <SectionList
      groups={[{ title: 'This instance', links: sections }]}
      searchAt={to('/settings/find')}
    >
      {children}
    </SectionList>
  );
}
