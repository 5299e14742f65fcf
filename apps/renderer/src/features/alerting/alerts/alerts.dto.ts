import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { RulePreview, RuleSilence } from '#product/alerting/alerts';
import { pausesMinutes } from '#product/alerting/alerts/rules';
import type { ActionOf, Address } from '#shared';

const NO_TEXT = 'This is no text.';
const NO_CHOICE = 'There is no such choice.';
const NO_RULE = 'There is no such rule.';
const ID = /^[1-9]\d{0,14}$/;
const changes = ['new', 'regressed', 'unmuted', 'feedback'] as const;

/** A rule as the form sends it. What is not filled in is empty or absent. */
export class RuleDto {
  /** What its change is based on; absent of a new one. */
  @IsOptional()
  @Matches(/^\d{1,9}$/, { message: NO_RULE })
  readonly version?: string;

  /** Empty: the rule is named after what raises it. */
  @IsString({ message: NO_TEXT })
  readonly name!: string;

  @IsOptional()
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

  @IsString({ message: NO_TEXT })
  readonly condition!: string;

  /** Environments with commas between them. */
  @IsString({ message: NO_TEXT })
  readonly only!: string;

  /** Counts while `only` is empty. */
  @IsString({ message: NO_TEXT })
  readonly except!: string;

  @IsOptional()
  @IsIn(['members'], { each: true, message: NO_CHOICE })
  readonly to?: readonly 'members'[];

  @IsOptional()
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

export interface RuleRow {
  readonly id: number;
  readonly name: string;
  readonly isEnabled: boolean;
  /** The rule in words. */
  readonly sentence: string;
  /** It is on, and neither a channel nor mail is there. */
  readonly reachesNobody: boolean;
  readonly lastToldMs?: number;
}

/** Somebody who may be told by a channel. */
export interface ChannelChoice {
  readonly id: number;
  readonly name: string;
}

export interface AlertsProps {
  readonly slug: string;
  readonly nowMs: number;
  readonly rules: readonly RuleRow[];
  /** No rule that is on reaches anybody. */
  readonly isNobodyTold: boolean;
  readonly hasChannels: boolean;
  readonly isMailSet: boolean;
}

export interface FiringRow {
  readonly atMs: number;
  readonly reason: string;
  readonly issue?: IssueLink;
  /** It waits, and is told then. */
  readonly toldMs?: number;
  /** The rule tells nothing of that issue for that reason before then. */
  readonly pausedUntilMs?: number;
}

/** What keeps a rule from telling at once, and whom it tells. */
export interface SilenceFacts extends RuleSilence {
  readonly isEnabled: boolean;
  readonly toMembers: boolean;
  readonly isMailSet: boolean;
  /** Those that the rule names. */
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
  /** Absent of one that is not there yet. */
  readonly id?: number;
  /** Absent where the rule is not saved yet. */
  readonly sentence?: string;
  readonly fields: RuleFields;
  readonly channels: readonly ChannelChoice[];
  /** Environments that events of the project had, the newest first. */
  readonly environments: readonly string[];
  readonly isMailSet: boolean;
  readonly firings: readonly FiringRow[];
  /** Absent of one that is not there yet. */
  readonly silence?: SilenceFacts;
}

/** The issues that a rule looks at. */
export interface PreviewedRule extends Omit<RulePreview, 'issues'> {
  readonly fields: RuleFields;
  /** The rule as it was sent. */
  readonly sentence: string;
  readonly issues: readonly IssueLink[];
}

export type SaveRuleAction = ActionOf<'save', RuleDto>;
export type PreviewRuleAction = ActionOf<'preview', RuleDto, PreviewedRule>;
export type RemoveRuleAction = ActionOf<'remove', object>;
export type TestRuleAction = ActionOf<'test', object>;
export type SwitchRuleAction = ActionOf<'switch', SwitchRuleDto>;
