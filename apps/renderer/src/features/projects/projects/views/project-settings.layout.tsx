import type { ReactNode } from 'react';
import { SectionList } from '../../../../ui/section-list.tsx';
import type { ProjectSettingsLayoutProps } from '../project-settings.dto.ts';

export function Layout({
  slug,
  name,
  sections,
  children,
}: ProjectSettingsLayoutProps & { readonly children: ReactNode }): ReactNode {
  const title = (
    <>
      <span className="font-semibold">{name}</span>
      {name !== slug && <span className="ml-2 text-xs text-faint">{slug}</span>}
    </>
  );
  return (
    <SectionList title={title} label={`Settings of ${name}`} links={sections}>
      {children}
    </SectionList>
  );
}
