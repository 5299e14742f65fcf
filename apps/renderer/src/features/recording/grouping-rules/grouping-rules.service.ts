import { Injectable } from '@nestjs/common';
import { groupingRuleSettings } from '#product/recording/grouping-rules';
import { SettingsStore } from '#product/projects/projects';
import { Clock, parseRules, readRules, ruleLimits } from '#shared';
import type { GroupingRule, RuleFault } from '#shared';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { SearchAdvice } from '../search/index.ts';

type AcceptedRules =
  | {
      readonly ok: true;
      readonly lines: readonly string[];
      readonly rules: readonly GroupingRule[];
    }
  /** `problem` has one line for each fault. */
  | { readonly ok: false; readonly problem: string };

/** Does not check permissions; callers do. */
@Injectable()
export class GroupingRulesService implements SectionState {
  constructor(
    private readonly settings: SettingsStore,
    private readonly advice: SearchAdvice,
    private readonly clock: Clock,
  ) {}

  /**
   * Refuses unknown tags in new lines. Accepts lines that are already saved, because their tags
   * existed when somebody wrote them.
   */
  async accept(projectId: number, text: string): Promise<AcceptedRules> {
    const accepted = parseText(text);
    if (!accepted.ok) return accepted;
    const saved = new Set((await this.get(projectId)).map((line) => line.trim()));
    const faults: RuleFault[] = [];
    for (const { text: rule, event } of accepted.rules) {
      const unknown = saved.has(rule)
        ? undefined
        : await this.advice.refuseInRule(event, projectId);
      if (!unknown) continue;
      const line = accepted.lines.findIndex((each) => each.trim() === rule);
      faults.push({ line: line + 1, column: unknown.at + 1, message: unknown.message });
    }
    return faults.length > 0 ? { ok: false, problem: sayFaults(faults) } : accepted;
  }

  async describeState(projectId: number): Promise<string> {
    return describeNumber(readRules(await this.get(projectId)).length, 'rule', 'off');
  }

  async get(projectId: number): Promise<readonly string[]> {
    return (await this.settings.get(projectId, groupingRuleSettings)).value.lines;
  }

  /** Relays apply the rules within two seconds, to events that they process afterwards. */
  async set(projectId: number, lines: readonly string[], byUserId: number): Promise<void> {
    const patch = { lines: lines.length > 0 ? lines : undefined };
    const change = { projectId, patch, byUserId, nowMs: this.clock.nowMs() };
    await this.settings.patch(groupingRuleSettings, change);
  }
}

function parseText(text: string): AcceptedRules {
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines.length > ruleLimits.lines) {
    return { ok: false, problem: `There are at most ${ruleLimits.lines} lines, with comments.` };
  }
  const parsed = parseRules(lines);
  if (!parsed.ok) return { ok: false, problem: sayFaults(parsed.faults) };
  return {
    ok: true,
    lines: lines.length === 1 && lines[0] === '' ? [] : lines,
    rules: parsed.rules,
  };
}

function sayFaults(faults: readonly RuleFault[]): string {
  const said = faults
    .slice(0, ruleLimits.faults)
    .map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`);
  const left = faults.length - said.length;
  return [...said, ...(left > 0 ? [`${left} more lines are wrong.`] : [])].join('\n');
}
