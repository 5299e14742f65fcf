import {
  type EventTitle,
  filterLimits,
  type GroupingRule,
  matchesEvent,
  readRules,
  ruleLimits,
  type SearchedEvent,
} from '#shared';
import type { JsonObject } from '../json/shape.ts';
import { readMessage } from '../reading/message.ts';
import { readFrameFacts } from '../reading/stack/frame-facts.ts';
import { decideInApp } from '../reading/stack/in-app.ts';
import { type Language, readLanguage } from '../reading/stack/language.ts';
import { type FrameMatches, FrameRules } from './frame-rules.ts';
import type { RuleEffects } from '../storing/stored-event.ts';

export interface JudgedFacts {
  readonly level: SearchedEvent['level'];
  /** Title of the event without rules. */
  readonly title: EventTitle;
  readonly tags: ReadonlyMap<string, string>;
}

interface Compiled {
  readonly rule: GroupingRule;
  /** Index among the matchers of frames; absent for a rule without frame terms. */
  readonly frames?: number;
  /** True when all frame terms are negated, so the rule only says which frames must be absent. */
  readonly isNegative: boolean;
}

/** When several rules set the same thing, the last rule wins. */
export class GroupingRules {
  private readonly compiled: readonly Compiled[];
  private readonly frameRules: FrameRules;
  private readonly messagePatterns: number;

  constructor(rules: readonly GroupingRule[]) {
    let frames = 0;
    this.messagePatterns = rules
      .flatMap(({ event }) => event)
      .reduce((sum, term) => sum + (term.kind === 'part' ? term.values.length : 0), 0);
    this.compiled = rules.map((rule) => ({
      rule,
      frames: rule.frames.length > 0 ? frames++ : undefined,
      isNegative: rule.frames.every(({ isNegated }) => isNegated),
    }));
    this.frameRules = new FrameRules(
      rules.filter((rule) => rule.frames.length > 0).map((rule) => rule.frames),
    );
  }

  /**
   * Returns the effect of the rules on an event in the form SDKs send, or undefined when nothing
   * changes. Every rule sees the event as it was sent, without the effects of other rules.
   */
  judge(event: JsonObject, facts: JudgedFacts): RuleEffects | 'ignored' | undefined {
    const searched = toSearched(event, facts);
    const language = readLanguage(event);
    let matches: FrameMatches | undefined;
    const ruled: { -readonly [Name in keyof RuleEffects]: RuleEffects[Name] } = {};
    const framing = new Map<number, GroupingRule>();
    for (const { rule, frames, isNegative } of this.compiled) {
      if (!matchesEvent(rule.event, searched, { nowMs: 0 })) continue;
      const { fingerprint, title, isOwn, ignores } = rule.actions;
      if (frames !== undefined) {
        const work = ruleLimits.frameWork - searched.message.length * this.messagePatterns;
        matches ??= this.frameRules.match(event, language, { work });
        if (isOwn !== undefined) framing.set(frames, rule);
        const count = matches.counts[frames]!;
        // A frame that was left out may be what a negative rule excludes.
        if (isNegative ? matches.isCut || count < matches.total : count === 0) continue;
      }
      if (ignores) return 'ignored';
      if (fingerprint) ruled.fingerprint = { parts: fingerprint, rule: rule.text };
      if (title !== undefined) ruled.title = { text: title, rule: rule.text };
    }
    const app = framing.size > 0 && matches ? changeFrames(matches, framing, language) : undefined;
    if (app) ruled.app = app;
    return Object.keys(ruled).length > 0 ? ruled : undefined;
  }
}

/** Returns undefined when the settings contain no rule. */
export function createGroupingRules(lines: readonly string[]): GroupingRules | undefined {
  const rules = readRules(lines);
  return rules.length > 0 ? new GroupingRules(rules) : undefined;
}

/**
 * Rules for messages match the title's value and the whole message, up to
 * `filterLimits.textLength`.
 */
function toSearched(event: JsonObject, { level, title, tags }: JudgedFacts): SearchedEvent {
  const { type, value, place } = title;
  const said = readMessage(event)?.slice(0, filterLimits.textLength) ?? '';
  const message =
    value === '' || said === '' || said === value ? value || said : `${value}\n${said}`;
  return { level, type, message, place, tags };
}

/** Leaves out frames for which a rule changes nothing, so that the rule does not change the key. */
function changeFrames(
  { frames }: FrameMatches,
  framing: ReadonlyMap<number, GroupingRule>,
  language: Language,
): RuleEffects['app'] {
  const stacks: string[] = [];
  const rules = new Set<string>();
  for (const { frame, stack, place, matchers } of frames) {
    const last = matchers.findLast((index) => framing.has(index));
    if (last === undefined) continue;
    const { text, actions } = framing.get(last)!;
    if (decideInApp(frame['in_app'], readFrameFacts(frame, language)) === actions.isOwn) continue;
    stacks[stack] = `${(stacks[stack] ?? '').padEnd(place, '.')}${actions.isOwn ? '+' : '-'}`;
    rules.add(text);
  }
  return rules.size === 0
    ? undefined
    : { stacks: Array.from(stacks, (each) => each ?? ''), rules: [...rules] };
}
