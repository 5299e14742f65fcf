import { to } from '#shared';
import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { ProjectSettingsLayoutProps } from '../project-settings.dto.ts';

export function Layout({
  slug,
  name,
  sections,
  ofInstance,
  children,
}: ProjectSettingsLayoutProps & { readonly children: ReactNode }): ReactNode {
  const groups = [
    { title: name === slug ? name : `${name} (${slug})`, links: sections },
    { title: 'This instance', links: ofInstance },
  ];
  return (
    <SectionList groups={groups} searchAt={to('/settings/find')}>
      {children}
    </SectionList>
  );
}
