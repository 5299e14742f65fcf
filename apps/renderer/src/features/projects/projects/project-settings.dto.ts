import type { MenuLink, SectionLink } from '../../../ui/menu-link.ts';

export interface ProjectSettingsLayoutProps {
  readonly slug: string;
  readonly name: string;
  readonly sections: readonly SectionLink[];
  readonly ofInstance: readonly SectionLink[];
}

export interface DataLayoutProps {
  readonly parts: readonly MenuLink[];
}
