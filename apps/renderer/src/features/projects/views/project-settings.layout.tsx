import type { ReactNode } from 'react';
import { SectionList } from '../../../ui/section-list.tsx';
import type { ProjectSettingsLayoutProps } from '../settings/project-settings.dto.ts';

export function Layout({
  slug,
  name,
  sections,
  children,
}: ProjectSettingsLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 pt-4 wrap-anywhere">
        <span className="text-base font-semibold">{name}</span>
        {name !== slug && <span className="text-xs text-faint">{slug}</span>}
      </p>
      <SectionList label={`Settings of ${name}`} links={sections}>
        {children}
      </SectionList>
    </>
  );
}
