import type { Address } from '#shared';

export interface HelpDocument {
  readonly title: string;
  readonly href: Address;
}

export interface HelpProps {
  readonly title: string;
  /**
   * Rendered by the server from one of Errata's own Markdown files, and therefore safe to insert.
   */
  readonly html: string;
  readonly documents: readonly HelpDocument[];
}
