export type SettingsSection = 'projects' | 'people' | 'invitations';

export interface SettingsLayoutProps {
  /** What there is here for the visitor, in this order: `/settings/<section>` each. */
  readonly sections: readonly SettingsSection[];
}
