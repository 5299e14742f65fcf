import type { Snippet } from '../getting-started.dto.ts';

export interface Platform {
  readonly id: string;
  readonly name: string;
  /** Language of the snippets whose file does not say another, as `colourCode` calls it. */
  readonly language: string;
  /** Page of the SDK's documentation. The snippets were checked against it on the day `checked`. */
  readonly source: string;
  readonly checked: string;
  readonly install: Snippet;
  readonly configure: readonly Snippet[];
  readonly verify: Snippet;
  readonly note?: string;
  /**
   * Snippets for reports through the page's own host, and the configuration of this host. Absent
   * for server SDKs.
   */
  readonly tunnel?: {
    readonly configure: readonly Snippet[];
    readonly host: Snippet;
  };
}

export const CHECKED = '2026-11-26';
export const TERMINAL = 'Terminal';

export function throughTunnel(code: string): string {
  return code.replace(`dsn: '__DSN__',`, (dsn) => `${dsn}\n  tunnel: '/monitoring',`);
}
