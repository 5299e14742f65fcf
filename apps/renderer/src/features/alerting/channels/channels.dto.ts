import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { DeliveryState } from '#product/alerting/channels';
import { channelLimits } from '#shared';
import { channelKindNames } from '#product/alerting/channels/rules';
import type { ActionOf, Address } from '#shared';
import type { ChannelKind, DeliveryDay } from '#product/alerting/channels/rules';
import { Secret } from '../../../rendering/index.ts';

export interface ChannelRow {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  /**
   * The host and the last characters of the secret, or the mail addresses. People recognise the
   * channel by this text.
   */
  readonly hint: string;
  readonly gone?: { readonly atMs: number; readonly reason: string };
  readonly latest?: DeliveryEnd;
  /** The last days, oldest first, today included. */
  readonly days: readonly DeliveryDay[];
  /** Why the latest failure of these days failed. Absent when `latest` says so. */
  readonly failure?: string;
  /** Host to which the latest message was not sent, because the host is not allowed. */
  readonly refusedHost?: string;
  /** Rules that send to the channel. Absent for channels that belong to no project. */
  readonly rules?: readonly { readonly name: string; readonly href: Address }[];
  readonly newRuleHref?: Address;
}

export interface DeliveryEnd {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly atMs: number;
  readonly nextAtMs?: number;
  readonly why?: string;
  readonly advice?: string;
}

export interface DeliveryRow extends DeliveryEnd {
  readonly id: number;
  readonly title: string;
  readonly issueHref?: Address;
  readonly rule?: { readonly name: string; readonly href: Address };
  /** Name of the channel or mail address of the person to whom the message goes. */
  readonly to: string;
  readonly canBeSentAgain: boolean;
}

export interface ChannelsProps {
  /**
   * Name of the project. `project` and `rulesHref` are absent on the page of the channels that
   * belong to no project.
   */
  readonly project?: string;
  readonly rulesHref?: Address;
  readonly href: Address;
  readonly isMailSet: boolean;
  readonly channels: readonly ChannelRow[];
  readonly deliveries: readonly DeliveryRow[];
  /**
   * Whether the visitor may allow hosts. When the visitor may not, and a channel's host is not
   * allowed, `owners` names some people who may.
   */
  readonly mayAllow: boolean;
  readonly owners: readonly string[];
  readonly instance?: {
    readonly allowedHosts: readonly string[];
    /**
     * Number of alerts dropped within `channelLimits.loggedForMs`, because too many alerts waited
     * or no relay sent them in time.
     */
    readonly dropped: number;
  };
}

const NO_TEXT = { message: 'This is not a text.' };

/** Which fields are required depends on `kind`. */
export class NewChannelDto {
  @IsIn(channelKindNames, { message: 'There is no such kind of channel.' })
  readonly kind!: ChannelKind;

  @Matches(/\S/, { message: 'Give the channel a name.' })
  @MaxLength(channelLimits.nameLength, {
    message: `A name has at most ${channelLimits.nameLength} characters.`,
  })
  readonly name!: string;

  @IsOptional()
  @IsString(NO_TEXT)
  @Secret()
  readonly address?: string;

  @IsOptional()
  @IsString(NO_TEXT)
  @Secret()
  readonly secret?: string;

  @IsOptional()
  @IsString(NO_TEXT)
  readonly recipients?: string;
}

const ID = /^[1-9]\d{0,14}$/;
const NO_CHANNEL = 'There is no such channel.';

export class ChannelDto {
  @Matches(ID, { message: NO_CHANNEL })
  readonly channel!: string;
}

export class AllowAndTestDto extends ChannelDto {
  /** The refused host that the page showed. The channel's address may have changed since. */
  @IsString(NO_TEXT)
  readonly host!: string;
}

export class ChangedChannelDto extends NewChannelDto {
  @Matches(ID, { message: NO_CHANNEL })
  readonly channel!: string;
}

export class DeliveryDto {
  @Matches(ID, { message: 'There is no such delivery.' })
  readonly delivery!: string;
}

export class HostDto {
  @Matches(/^\s*(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?\s*$/i, {
    message: 'This is not a host, such as chat.example.org or 10.0.0.5:8065.',
  })
  readonly host!: string;
}

export type AddChannelAction = ActionOf<'add-channel', NewChannelDto>;
export type ChangeChannelAction = ActionOf<'change-channel', ChangedChannelDto>;
export type TestChannelAction = ActionOf<'test-channel', ChannelDto>;
export type AllowAndTestAction = ActionOf<'allow-and-test', AllowAndTestDto>;
export type RemoveChannelAction = ActionOf<'remove-channel', ChannelDto>;
export type SendAgainAction = ActionOf<'send-again', DeliveryDto>;
export type AllowHostAction = ActionOf<'allow-host', HostDto>;
export type ForbidHostAction = ActionOf<'forbid-host', HostDto>;
