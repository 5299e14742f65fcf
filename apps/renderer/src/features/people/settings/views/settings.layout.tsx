import { to } from '#shared';
import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { SettingsLayoutProps } from '../settings.dto.ts';

export function Layout({
  sections,
  children,
}: SettingsLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <SectionList
      groups={[{ title: 'This instance', links: sections }]}
      searchAt={to('/settings/find')}
    >
      {children}
    </SectionList>
  );
}
