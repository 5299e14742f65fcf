import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { ProjectSettingsLayout } from '../settings/project-settings-layout.ts';

export function Layout({
  slug,
  name,
  sections,
  ofInstance,
  children,
}: PropsOf<ProjectSettingsLayout['load']> & { readonly children: ReactNode }): ReactNode {
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
