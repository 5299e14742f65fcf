import type { Address } from '#shared';

export interface HelpDocument {
  readonly title: string;
  readonly href: Address;
}

export interface HelpProps {
  readonly title: string;
  /**
   * HTML that the server renders from one of Errata's own Markdown files, so pages can insert this
   * HTML safely.
   */
  readonly html: string;
  readonly documents: readonly HelpDocument[];
}
