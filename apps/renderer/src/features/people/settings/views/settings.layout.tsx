import type { ReactNode } from 'react';
import { SectionBar } from '../../../../ui/section-bar.tsx';
import type { SettingsLayoutProps } from '../settings.dto.ts';

export function Layout({
  sections,
  children,
}: SettingsLayoutProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div className="max-w-4xl">
      <SectionBar label="Settings" links={sections} />
      {children}
    </div>
  );
}
