import type { ActionOf, Address, LineColours } from '#shared';

/**
 * Code to paste. `__DSN__` stands for the project's DSN, `__ERRATA__` for the origin of the DSN,
 * `__PUBLIC_URL__` for Errata's own address, and `__ORG__` and `__PROJECT__` for slugs. A person
 * fills `__RELEASE__`, `__ENVIRONMENT__` and `__TOKEN__`.
 */
export interface Snippet {
  readonly file: string;
  readonly code: string;
}

export interface ColouredSnippet extends Snippet {
  /** Colours of the whole code. Examples for a person to replace are coloured like comments. */
  readonly colours: LineColours;
}

export interface NamedLink {
  readonly name: string;
  readonly href: Address;
  readonly isChosen?: true;
}

export interface ChosenPlatform {
  readonly name: string;
  readonly source: string;
  readonly checked: string;
  readonly install: ColouredSnippet;
  readonly configure: readonly ColouredSnippet[];
  readonly verify: ColouredSnippet;
  readonly note?: string;
  readonly ways?: readonly NamedLink[];
  /**
   * Present when browsers report through the page's own host. `host` is the configuration of this
   * host. `ownTunnel` is the address for pages on Errata's own host.
   */
  readonly host?: ColouredSnippet;
  readonly ownTunnel?: string;
}

export interface ArrivedIssue {
  readonly title: string;
  readonly href: Address;
  readonly isFirst: boolean;
}

export interface MailState {
  readonly isSet: boolean;
  /** The latest mail that was tried and belongs to no project, when one is in the log. */
  readonly last?: { readonly isSent: boolean; readonly answer: string };
}

export type SendTestErrorAction = ActionOf<'send-test-error', Record<string, never>>;
