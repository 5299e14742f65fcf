import type { SectionLink } from '../../../ui/menu-link.ts';

export interface SettingsLayoutProps {
  readonly sections: readonly SectionLink[];
}
