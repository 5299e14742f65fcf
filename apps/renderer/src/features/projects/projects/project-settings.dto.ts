import type { MenuLink, SectionLink } from '../../../ui/menu-link.ts';

export interface ProjectSettingsLayoutProps {
  readonly slug: string;
  readonly name: string;
  /** What there is to be set of the project by the visitor, in this order. */
  readonly sections: readonly SectionLink[];
  /** The same of the instance. */
  readonly ofInstance: readonly SectionLink[];
}

export interface DataLayoutProps {
  /** Parts of *Data* that the visitor may open, in their order. */
  readonly parts: readonly MenuLink[];
}
