import type { SectionLink } from '../../../ui/menu-link.ts';

export interface SettingsLayoutProps {
  /** What there is here for the visitor, in this order. */
  readonly sections: readonly SectionLink[];
}
