import type { ActionOf, Address } from '#shared';

/** Lines to paste. `__DSN__` stands for the DSN of the project, `__ERRATA__` for the address that takes reports. */
export interface Snippet {
  /** The file that they belong into, or where they are typed. */
  readonly file: string;
  readonly code: string;
}

export interface NamedLink {
  readonly name: string;
  readonly href: Address;
  readonly isChosen?: true;
}

/** How one platform reports into the project: with its DSN in the lines to paste. */
export interface ChosenPlatform {
  readonly name: string;
  readonly source: string;
  readonly checked: string;
  readonly install: Snippet;
  readonly configure: readonly Snippet[];
  readonly verify: Snippet;
  readonly note?: string;
  /** Ways that reports of pages may take; absent where there is one. */
  readonly ways?: readonly NamedLink[];
  /** The tunnel's part: what the page's own host needs, and the address for pages on Errata's host. */
  readonly host?: Snippet;
  readonly ownTunnel?: string;
}

/** The issue of the project that was seen last. */
export interface ArrivedIssue {
  readonly title: string;
  readonly href: Address;
  /** There is no other. */
  readonly isFirst: boolean;
}

export interface GettingStartedProps {
  readonly slug: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Absent while no key is enabled that takes everything. */
  readonly dsn?: string;
  readonly platforms: readonly NamedLink[];
  readonly chosen?: ChosenPlatform;
  /** `first`: the one that Errata made; `own`: the one for its own errors. */
  readonly kind?: 'first' | 'own';
  /** Absent while there is none. */
  readonly arrived?: ArrivedIssue;
  /** Reports of the last 24 hours that were refused, while no issue has arrived, and where it is said why. */
  readonly refused?: { readonly reports: number; readonly href: Address };
  /** This page. */
  readonly here: Address;
  /** Other ways on. */
  readonly offers: readonly NamedLink[];
}

export type SendTestErrorAction = ActionOf<'send-test-error', Record<string, never>>;
