import { Injectable, NotFoundException } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { ChannelStore } from '#product/alerting/channels';
import { CountStore } from '#product/recording/counts';
import { LongReads } from '#product';
import type { Channel } from '#product/alerting/channels';
import type { PastFiring, RuleResult, StoredAlertRule } from '#product/alerting/alerts';
import type { Project } from '#product/projects/projects';
import { alertLimits, Clock, parseSearch, to, toIssueTitle, toShortId } from '#shared';
import {
  defaultAlertRule,
  looksAtIssues,
  toPauseMinutes,
  toReasonText,
  toRuleName,
  toRuleSentence,
} from '#product/alerting/alerts/rules';
import type { AlertRule } from '#product/alerting/alerts/rules';
import { hasReleasePage } from '#product/recording/release-health/rules';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { describeTestBound } from '../channels/index.ts';
import { SearchAdvice } from '../../recording/search/index.ts';
import type {
  AlertRuleProps,
  ChannelChoice,
  FiringRow,
  IssueLink,
  PreviewedRule,
  RuleDto,
} from './alerts.dto.ts';
import { parseRule, toRuleFields } from './rule-fields.ts';

const LISTED = 20;
const OFFERED = 20;

type Faults = Readonly<Record<string, readonly string[]>>;

/**
 * Shows and changes the alert rules of a project. The methods do not check rights. Callers must do
 * so.
 */
@Injectable()
export class AlertsService implements SectionState {
  constructor(
    private readonly rules: AlertRuleStore,
    private readonly channels: ChannelStore,
    private readonly counts: CountStore,
    private readonly reads: LongReads,
    private readonly config: RendererConfig,
    private readonly advice: SearchAdvice,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId: number): Promise<string> {
    const rules = await this.rules.list(projectId);
    return describeNumber(rules.filter(({ isEnabled }) => isEnabled).length, 'rule', 'off');
  }

  async list({ id, slug }: Project) {
    const [rules, choices] = await Promise.all([this.rules.list(id), this.listChannels(id)]);
    const { isMailSet } = this.config;
    const known = new Set(choices.map((each) => each.id));
    const tells = ({ isEnabled, toMembers, channels }: StoredAlertRule): boolean =>
      isEnabled && ((toMembers && isMailSet) || channels.some((each) => known.has(each)));
    return {
      slug,
      nowMs: this.clock.nowMs(),
      isMailSet,
      isNobodyTold: !rules.some(tells),
      hasChannels: choices.length > 0,
      rules: rules.map((rule) => ({
        id: rule.id,
        name: rule.name,
        isEnabled: rule.isEnabled,
        sentence: toSentence(rule, choices),
        reachesNobody: rule.isEnabled && !tells(rule),
        lastAlertedMs: rule.lastAlertedMs,
      })),
    };
  }

  /**
   * Returns the page of a rule, or of a new rule when `id` is undefined. In the form of a new rule,
   * the channel `forChannel` is ticked if the project has this channel.
   */
  async show(
    project: Project,
    id: number | undefined,
    forChannel: number,
  ): Promise<AlertRuleProps> {
    const rule = id === undefined ? undefined : await this.get(project, id);
    const nowMs = this.clock.nowMs();
    const { isMailSet } = this.config;
    const [channels, environments, firings, silence] = await Promise.all([
      this.channels.list({ projectId: project.id }),
      this.counts.listNames({ kind: 'environment', projectIds: [project.id], limit: OFFERED }),
      rule ? this.rules.listFirings(rule.id, LISTED) : [],
      rule ? this.rules.findSilence(rule.id, { nowMs, canMail: isMailSet }) : undefined,
    ]);
    const ticked = channels.filter((channel) => channel.id === forChannel);
    const toMembers = ticked.length === 0;
    const fresh = { ...defaultAlertRule, name: '', toMembers, channels: ticked.map(toId) };
    return {
      slug: project.slug,
      nowMs,
      id: rule?.id,
      sentence: rule && toSentence(rule, channels),
      fields: toRuleFields(rule ?? fresh, rule?.version),
      channels: channels.map(toChoice),
      environments: environments.filter((name) => name !== ''),
      isMailSet,
      firings: firings.map((firing) => toFiringRow(firing, { project, rule, nowMs })),
      silence:
        rule && silence ? { ...silence, ...toSilenceFacts(rule, channels), isMailSet } : undefined,
    };
  }

  async save(
    project: Project,
    id: number | undefined,
    { sent, byUserId }: { sent: RuleDto; byUserId: number },
  ): Promise<Faults | undefined> {
    const parsed = await this.parse(project, sent);
    if (!parsed.ok) return parsed.fields;
    const change = { projectId: project.id, byUserId, nowMs: this.clock.nowMs() };
    if (id === undefined) {
      return toFaults(await this.rules.add({ ...parsed.rule, isEnabled: true }, change));
    }
    const before = await this.get(project, id);
    const target = { id, version: Number(sent.version ?? 0) };
    const rule = { ...rename(parsed.rule, before), isEnabled: before.isEnabled };
    return toFaults(await this.rules.change(target, rule, change));
  }

  async setEnabled(
    project: Project,
    id: number,
    { isOn, byUserId }: { isOn: boolean; byUserId: number },
  ): Promise<StoredAlertRule> {
    const { version, ...rule } = await this.get(project, id);
    const change = { projectId: project.id, byUserId, nowMs: this.clock.nowMs() };
    await this.rules.change({ id, version }, { ...rule, isEnabled: isOn }, change);
    return this.get(project, id);
  }

  async remove(project: Project, id: number, byUserId: number): Promise<void> {
    const change = { projectId: project.id, byUserId, nowMs: this.clock.nowMs() };
    const { outcome } = await this.rules.remove(id, change);
    if (outcome === 'notFound') throw new NotFoundException();
  }

  /** Sends a test alert. Resolves with undefined, or with the reason why no test is sent. */
  async test(project: Project, id: number, byUserId: number): Promise<string | undefined> {
    const { toMembers, channels } = await this.get(project, id);
    const known = await this.listChannels(project.id);
    const isHeard = known.some((each) => channels.includes(each.id));
    if (!isHeard && !(toMembers && this.config.isMailSet)) {
      return 'The saved rule reaches nobody: it has no channel and sends no mail. Give it a channel first.';
    }
    const nowMs = this.clock.nowMs();
    const change = { projectId: project.id, byUserId, nowMs };
    const outcome = await this.rules.askForTest(id, change);
    if (outcome === 'notFound') throw new NotFoundException();
    return outcome === 'asked' ? undefined : describeTestBound(outcome);
  }

  async preview(
    project: Project,
    sent: RuleDto,
  ): Promise<{ ok: true; preview: PreviewedRule } | { ok: false; fields: Faults }> {
    const parsed = await this.parse(project, sent);
    if (!parsed.ok) return parsed;
    const rule = { ...parsed.rule, isEnabled: true };
    const asked = { projectId: project.id, nowMs: this.clock.nowMs() };
    const { issues, ...counts } = await this.reads.stores.alertRules.preview(rule, asked);
    const preview = {
      fields: sent,
      ...counts,
      ...toLooks(rule),
      sentence: toSentence(rule, await this.listChannels(project.id)),
      issues: issues.map((each) => toLink(each, project)),
    };
    return { ok: true, preview };
  }

  private async get(project: Project, id: number): Promise<StoredAlertRule> {
    const rule = await this.rules.find(project.id, id);
    if (!rule) throw new NotFoundException();
    return rule;
  }

  private async parse(project: Project, sent: RuleDto) {
    const choices = await this.listChannels(project.id);
    const parsed = parseRule(sent, new Set(choices.map(({ id }) => id)));
    if (!parsed.ok) return parsed;
    const unknown = await this.findUnknownKey(project, parsed.rule.condition);
    return unknown === undefined
      ? parsed
      : ({ ok: false, fields: { condition: [unknown] } } as const);
  }

  /**
   * Returns a message when the condition names a tag that no event of the project has. Accepts the
   * condition of a saved rule, because the tag existed when somebody wrote that rule.
   */
  private async findUnknownKey(project: Project, condition: string): Promise<string | undefined> {
    const search = parseSearch(condition);
    if (!search.ok) return undefined;
    const unknown = await this.advice.refuseInRule(search.value, project.id);
    if (!unknown) return undefined;
    const rules = await this.rules.list(project.id);
    return rules.some((rule) => rule.condition === condition) ? undefined : unknown.message;
  }

  private async listChannels(projectId: number): Promise<ChannelChoice[]> {
    return (await this.channels.list({ projectId })).map(toChoice);
  }
}

/**
 * Gives a changed rule a new name, when the old name was made by `toRuleName` and the visitor did
 * not edit it.
 */
function rename(
  rule: Omit<AlertRule, 'isEnabled'>,
  before: AlertRule,
): Omit<AlertRule, 'isEnabled'> {
  if (rule.name !== before.name || before.name !== toRuleName(before)) return rule;
  return { ...rule, name: toRuleName({ ...rule, isEnabled: true }) };
}

function toSentence(rule: AlertRule, choices: readonly ChannelChoice[]): string {
  const { toMembers, channels } = rule;
  const names = choices.filter(({ id }) => channels.includes(id)).map(({ name }) => name);
  return toRuleSentence(rule, { channels: names, toMembers });
}

function toFaults({ outcome }: RuleResult): Faults | undefined {
  if (outcome === 'changed') return undefined;
  if (outcome === 'notFound') throw new NotFoundException();
  const text =
    outcome === 'tooMany'
      ? `A project has at most ${alertLimits.rulesPerProject} rules.`
      : 'Somebody else has changed this rule meanwhile. Load the page again.';
  return { '': [text] };
}

function toId({ id }: Channel): number {
  return id;
}

function toChoice({ id, name }: ChannelChoice): ChannelChoice {
  return { id, name };
}

function toSilenceFacts(rule: StoredAlertRule, all: Channel[]) {
  const { isEnabled, toMembers, lastFiredMs } = rule;
  return {
    isEnabled,
    ...toLooks(rule),
    toMembers,
    lastFiredMs,
    channels: all
      .filter(({ id }) => rule.channels.includes(id))
      .map(({ gone, ...channel }) => ({ ...toChoice(channel), isGone: gone !== undefined })),
  };
}

function toLooks(rule: Omit<AlertRule, 'name'>) {
  const { crashFree } = rule;
  return { looksAtIssues: looksAtIssues(rule), crashFree };
}

interface Listed {
  readonly project: Project;
  readonly rule: AlertRule | undefined;
  readonly nowMs: number;
}

/** Shows neither a pause nor a waiting alert when the rule is switched off. */
function toFiringRow(
  { atMs, reason, issue, release, dueMs, isHeld }: PastFiring,
  { project, rule, nowMs }: Listed,
): FiringRow {
  const pausedUntilMs = dueMs + toPauseMinutes(rule ?? {}) * 60_000;
  const isOn = rule?.isEnabled === true;
  const pauses = reason.kind !== 'crashFree' || reason.isUnder;
  const row = {
    atMs,
    reason: toReasonText(reason),
    toldMs: isOn && isHeld ? dueMs : undefined,
    pausedUntilMs: isOn && pauses && !isHeld && pausedUntilMs > nowMs ? pausedUntilMs : undefined,
  };
  if (issue) return { ...row, issue: toLink(issue, project) };
  return release === undefined ? row : { ...row, release: toReleaseLink(release) };
}

function toReleaseLink(version: string): NonNullable<FiringRow['release']> {
  return hasReleasePage(version)
    ? { version, href: to('/releases/:version', { version }) }
    : { version };
}

function toLink(
  { id, number, type, value }: NonNullable<PastFiring['issue']>,
  { slug }: Project,
): IssueLink {
  const title = toIssueTitle({ type, value });
  return { href: to('/issues/:id', { id }), shortId: toShortId(slug, number), title };
}
