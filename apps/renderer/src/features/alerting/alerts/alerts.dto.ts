import { ArrayMaxSize, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { RulePreview, RuleSilence } from '#product/alerting/alerts';
import { pausesMinutes } from '#product/alerting/alerts/rules';
import type { CrashFreeLimit } from '#product/alerting/alerts/rules';
import type { ActionOf, Address } from '#shared';

const NO_TEXT = 'This is no text.';
const NO_CHOICE = 'There is no such choice.';
const NO_RULE = 'There is no such rule.';
const ID = /^[1-9]\d{0,14}$/;
const changes = ['new', 'regressed', 'unmuted', 'feedback'] as const;

export class RuleDto {
  /** The rule's version at the time when the form was shown. Absent for a new rule. */
  @IsOptional()
  @Matches(/^\d{1,9}$/, { message: NO_RULE })
  readonly version?: string;

  /** Blank when Errata should make a name from the events that raise the alert. */
  @IsString({ message: NO_TEXT })
  readonly name!: string;

  @IsOptional()
  @ArrayMaxSize(changes.length, { message: NO_CHOICE })
  @IsIn(changes, { each: true, message: NO_CHOICE })
  readonly on?: readonly (typeof changes)[number][];

  @IsString({ message: NO_TEXT })
  readonly events!: string;

  @IsString({ message: NO_TEXT })
  readonly eventMinutes!: string;

  @IsIn(['issue', 'project'], { message: NO_CHOICE })
  readonly eventsOf!: 'issue' | 'project';

  @IsString({ message: NO_TEXT })
  readonly users!: string;

  @IsString({ message: NO_TEXT })
  readonly userMinutes!: string;

  @IsIn(['issue', 'project'], { message: NO_CHOICE })
  readonly usersOf!: 'issue' | 'project';

  /** Absent in forms of earlier versions. */
  @IsOptional()
  @IsIn(['crashFree', 'unhandledFree'], { message: NO_CHOICE })
  readonly crashFreeOf?: 'crashFree' | 'unhandledFree';

  /** Per cent of sessions; blank when the rule does not look at sessions. */
  @IsString({ message: NO_TEXT })
  readonly crashFree!: string;

  @IsString({ message: NO_TEXT })
  readonly crashFreeHours!: string;

  @IsString({ message: NO_TEXT })
  readonly crashFreeSessions!: string;

  @IsString({ message: NO_TEXT })
  readonly condition!: string;

  /** Environments, separated by commas. */
  @IsString({ message: NO_TEXT })
  readonly only!: string;

  /** Environments, separated by commas. Ignored unless `only` is empty. */
  @IsString({ message: NO_TEXT })
  readonly except!: string;

  @IsOptional()
  @ArrayMaxSize(1, { message: NO_CHOICE })
  @IsIn(['issues'], { each: true, message: NO_CHOICE })
  readonly over?: readonly 'issues'[];

  @IsOptional()
  @ArrayMaxSize(1, { message: NO_CHOICE })
  @IsIn(['members'], { each: true, message: NO_CHOICE })
  readonly to?: readonly 'members'[];

  @IsOptional()
  @ArrayMaxSize(100, { message: NO_CHOICE })
  @Matches(ID, { each: true, message: NO_CHOICE })
  readonly channels?: readonly string[];

  @IsIn(pausesMinutes.map(String), { message: NO_CHOICE })
  readonly pauseMinutes!: string;
}

export type RuleFields = { readonly [Field in keyof RuleDto]: RuleDto[Field] };

export class SwitchRuleDto {
  @Matches(ID, { message: NO_RULE })
  readonly rule!: string;

  @IsIn(['on', 'off'], { message: NO_CHOICE })
  readonly to!: 'on' | 'off';
}

export interface ChannelChoice {
  readonly id: number;
  readonly name: string;
}

export interface FiringRow {
  readonly atMs: number;
  readonly reason: string;
  readonly issue?: IssueLink;
  /** Present when the rule fired because of the release's crash-free sessions. */
  readonly release?: { readonly version: string; readonly href?: Address };
  /** Unix time in ms at which the waiting alert will be sent. Absent when no alert waits. */
  readonly toldMs?: number;
  /**
   * Unix time in ms until which the rule sends no further alert about this issue for this reason.
   */
  readonly pausedUntilMs?: number;
}

export interface SilenceFacts extends RuleSilence {
  readonly isEnabled: boolean;
  readonly looksAtIssues: boolean;
  readonly crashFree?: CrashFreeLimit;
  readonly toMembers: boolean;
  readonly isMailSet: boolean;
  readonly channels: readonly (ChannelChoice & { readonly isGone: boolean })[];
  readonly lastFiredMs?: number;
}

export interface IssueLink {
  readonly href: Address;
  readonly shortId: string;
  readonly title: string;
}

export interface AlertRuleProps {
  readonly slug: string;
  readonly nowMs: number;
  /** `id`, `sentence` and `silence` are absent for a new rule. */
  readonly id?: number;
  readonly sentence?: string;
  readonly fields: RuleFields;
  readonly channels: readonly ChannelChoice[];
  readonly environments: readonly string[];
  readonly isMailSet: boolean;
  readonly firings: readonly FiringRow[];
  readonly silence?: SilenceFacts;
}

export interface PreviewedRule extends Omit<RulePreview, 'issues'> {
  readonly fields: RuleFields;
  readonly sentence: string;
  readonly issues: readonly IssueLink[];
  readonly looksAtIssues: boolean;
  readonly crashFree?: CrashFreeLimit;
}

export type SaveRuleAction = ActionOf<'save', RuleDto>;
export type PreviewRuleAction = ActionOf<'preview', RuleDto, PreviewedRule>;
export type RemoveRuleAction = ActionOf<'remove', object>;
export type TestRuleAction = ActionOf<'test', object>;
export type SwitchRuleAction = ActionOf<'switch', SwitchRuleDto>;
