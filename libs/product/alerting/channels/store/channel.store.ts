import type { AlertMessage, ChannelKind, ChannelSettings } from '#shared';
import type { ChangedBy } from '#product/projects/projects';

/** A project's channels, or without one those of the instance. */
export interface ChannelScope {
  readonly projectId?: number;
}

/** A channel as people see it: without anything secret. */
export interface Channel {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  /** Host and the last characters of its secret, or its mail addresses. */
  readonly hint: string;
  readonly createdAtMs: number;
  /** Since when it is switched off, and what its receiver had said. */
  readonly gone?: { readonly atMs: number; readonly reason: string };
}

export interface NewChannel {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly hint: string;
  readonly settings: ChannelSettings;
}

/** A channel as it is sent by. */
export interface OpenChannel {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly isGone: boolean;
  /** Absent where they were encrypted by another ERRATA_SECRET. */
  readonly settings?: ChannelSettings;
}

/** Where alerts go. Changes are noted in the audit log, without settings. */
export abstract class ChannelStore {
  /** In the order in which they were made. */
  abstract list(scope: ChannelScope): Promise<Channel[]>;

  /** Resolves with its id; undefined when there are `channelLimits.channels` already, or there is no such project. */
  abstract add(
    scope: ChannelScope,
    channel: NewChannel,
    by: ChangedBy,
  ): Promise<number | undefined>;

  /** Gives it another name, other settings where some are given, and switches it on. False when there is no such one. */
  abstract change(
    id: number,
    scope: ChannelScope,
    change: Pick<NewChannel, 'name'> & Partial<Pick<NewChannel, 'settings' | 'hint'>>,
    by: ChangedBy,
  ): Promise<boolean>;

  /** With its log. What waits for it is not sent. False when there is no such one. */
  abstract remove(id: number, scope: ChannelScope, by: ChangedBy): Promise<boolean>;

  /** For who sends; undefined when there is no such one. */
  abstract open(id: number): Promise<OpenChannel | undefined>;

  /**
   * Switches it off, since its receiver is gone, and puts `notice` into the outbox as a mail to those who can mend that:
   * admins of its project, and owners. False when it was off, or is not there.
   */
  abstract switchOff(
    id: number,
    options: { readonly reason: string; readonly nowMs: number; readonly notice?: AlertMessage },
  ): Promise<boolean>;

  /** Hosts of the operator's own network that channels may reach, in alphabetical order. */
  abstract listAllowedHosts(): Promise<string[]>;

  /** False when there are `channelLimits.allowedHosts` already. */
  abstract allowHost(host: string, by: ChangedBy): Promise<boolean>;

  abstract forbidHost(host: string, by: ChangedBy): Promise<void>;
}
