export type SettingsSection = 'projects' | 'people' | 'invitations' | 'operation';

export interface SettingsLayoutProps {
  /** What there is here for the visitor, in this order: `/settings/<section>` each. */
  readonly sections: readonly SettingsSection[];
}
