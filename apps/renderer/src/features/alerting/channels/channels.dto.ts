import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { DeliveryState } from '#product/alerting/channels';
import { channelLimits } from '#shared';
import { channelKindNames } from '#product/alerting/channels/rules';
import type { ActionOf, Address } from '#shared';
import type { ChannelKind } from '#product/alerting/channels/rules';
import { Secret } from '../../../rendering/index.ts';

export interface ChannelRow {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  /** Host and the last characters of its secret, or its mail addresses. */
  readonly hint: string;
  /** Since when it is switched off, and why. */
  readonly gone?: { readonly atMs: number; readonly reason: string };
  /** The outcome of its latest message. */
  readonly latest?: DeliveryEnd;
  /** The host that its latest message was not allowed to reach. */
  readonly refusedHost?: string;
  /** The rules that tell it, and where one more is made; absent for channels of the instance. */
  readonly rules?: readonly { readonly name: string; readonly href: Address }[];
  readonly newRuleHref?: Address;
}

/** The outcome of sending a message, or its progress. */
export interface DeliveryEnd {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly atMs: number;
  readonly nextAtMs?: number;
  /** The reason why it did not arrive, and what can be done. */
  readonly why?: string;
  readonly advice?: string;
}

/** A line of the log. */
export interface DeliveryRow extends DeliveryEnd {
  readonly id: number;
  readonly title: string;
  /** Address of the one issue that it is about. */
  readonly issueHref?: Address;
  /** The rule that gave rise to it. */
  readonly rule?: { readonly name: string; readonly href: Address };
  /** Name of the channel, or mail address of a person. */
  readonly to: string;
  readonly canBeSentAgain: boolean;
}

export interface ChannelsProps {
  /** Name of the project, and address of its rules; absent for the instance. */
  readonly project?: string;
  readonly rulesHref?: Address;
  /** Address of the page. */
  readonly href: Address;
  /** Whether SMTP_URL is set. */
  readonly isMailSet: boolean;
  readonly channels: readonly ChannelRow[];
  /** The latest first. */
  readonly deliveries: readonly DeliveryRow[];
  /** The visitor may allow hosts. Where they may not and a channel needs it, `owners` names some who may. */
  readonly mayAllow: boolean;
  readonly owners: readonly string[];
  /** Of the instance alone. */
  readonly instance?: {
    readonly allowedHosts: readonly string[];
    /** Alerts that were dropped in the last days, since too much waited or nobody sent them. */
    readonly dropped: number;
  };
}

const NO_TEXT = { message: 'This is not a text.' };

/** `add-channel`; which fields are needed depends on the kind. */
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

/** `test-channel`, `remove-channel` */
export class ChannelDto {
  @Matches(ID, { message: NO_CHANNEL })
  readonly channel!: string;
}

/** `allow-and-test` */
export class AllowAndTestDto extends ChannelDto {
  /** As the page named it. */
  @IsString(NO_TEXT)
  readonly host!: string;
}

/** `change-channel`; where nothing but the name is given, the rest stays. */
export class ChangedChannelDto extends NewChannelDto {
  @Matches(ID, { message: NO_CHANNEL })
  readonly channel!: string;
}

/** `send-again` */
export class DeliveryDto {
  @Matches(ID, { message: 'There is no such delivery.' })
  readonly delivery!: string;
}

/** `allow-host`, `forbid-host` */
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
