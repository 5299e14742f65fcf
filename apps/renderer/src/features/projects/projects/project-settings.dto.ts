import type { MenuLink } from '../../../ui/menu-link.ts';

export interface ProjectSettingsLayoutProps {
  readonly slug: string;
  readonly name: string;
  /** What there is to be set of the project by the visitor, in this order. */
  readonly sections: readonly MenuLink[];
  /** The same of the instance. */
  readonly ofInstance: readonly MenuLink[];
}
