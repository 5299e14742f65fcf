import { Injectable } from '@nestjs/common';
import { GroupingRules, readEventRow, previewRules } from '#events';
import type { PreviewedRules } from '#events';
import { LongReads } from '#product';
import type { PreviewedEvent, PreviewedIssue } from '#product/recording/grouping-rules';
import { ruleLimits, to, toShortId } from '#shared';
import type { EventTitle, GroupingRule } from '#shared';
import { Turn } from '#telemetry/plain';
import type {
  PreviewedGroupingRules,
  PreviewedKind,
  PreviewKind,
  PreviewLine,
} from './grouping-rules.dto.ts';

/** An event that the tried rules would treat differently from the saved ones. */
interface Tried {
  readonly eventId: string;
  readonly issue: PreviewedIssue;
  readonly title: EventTitle;
  readonly trial: Exclude<PreviewedRules, { kind: 'same' }>;
}

interface Fate {
  readonly kind: PreviewKind;
  /** Events of one issue appear on the same line of the preview when their `of` is equal. */
  readonly of: string;
  /**
   * Identifies the issue that the event would move to. The preview counts the different targets.
   */
  readonly target: string;
  readonly into?: PreviewedIssue;
}

interface Project {
  readonly id: number;
  readonly slug: string;
}

const KINDS: readonly PreviewKind[] = ['ignored', 'moved', 'begun', 'renamed'];

/** Tries rules on the latest events of a project, as SDKs sent them. */
@Injectable()
export class RulePreview {
  constructor(private readonly reads: LongReads) {}

  async preview(
    project: Project,
    {
      lines,
      rules,
    }: { readonly lines: readonly string[]; readonly rules: readonly GroupingRule[] },
  ): Promise<PreviewedGroupingRules> {
    const { events, tried } = await this.tryOn(project.id, rules);
    const keys = tried.flatMap(({ trial }) => (trial.kind === 'changed' ? (trial.keys ?? []) : []));
    const known = await this.reads.stores.rulePreviews.findIssues(project.id, [...new Set(keys)]);
    const kinds = KINDS.map((kind) => toKind(kind, { tried, known, slug: project.slug }));
    return {
      text: lines.join('\n'),
      rules: rules.length,
      events,
      kinds: kinds.filter((each) => each.events > 0),
    };
  }

  private async tryOn(projectId: number, rules: readonly GroupingRule[]) {
    const tried: Tried[] = [];
    const compiled = rules.length > 0 ? new GroupingRules(rules) : undefined;
    // Trying rules on large events takes long, so other requests run in between.
    const turn = new Turn();
    const endMs = performance.now() + ruleLimits.previewMs;
    let events = 0;
    for await (const step of this.reads.stores.rulePreviews.readLatest(
      projectId,
      ruleLimits.previewedEvents,
    )) {
      for (const event of step) {
        if (performance.now() > endMs) return { events, tried };
        events += 1;
        const one = tryOne(event, compiled);
        if (one) tried.push(one);
        await turn.yieldWhenLong();
      }
    }
    return { events, tried };
  }
}

function tryOne(
  { eventId, issue, payload }: PreviewedEvent,
  rules: GroupingRules | undefined,
): Tried | undefined {
  const trial = previewRules(payload, rules);
  if (trial.kind === 'same') return undefined;
  const title = trial.kind === 'changed' ? trial.title : readEventRow(payload.json).title;
  return { eventId, issue, title, trial };
}

type Known = ReadonlyMap<string, PreviewedIssue>;

/** Returns undefined when the event would keep its issue and its title. */
function findFate({ trial, issue, title }: Tried, known: Known): Fate | undefined {
  if (trial.kind === 'ignored') return { kind: 'ignored', of: '', target: '' };
  const { keys } = trial;
  const into = keys ? keys.flatMap((key) => known.get(key) ?? [])[0] : issue;
  if (!into) return { kind: 'begun', of: `${keys![0]}`, target: `${keys![0]}` };
  if (into.id !== issue.id) {
    return { kind: 'moved', of: `${into.id}`, target: `${into.id}`, into };
  }
  const called = `${title.type} ${title.value}`;
  return trial.isRenamed ? { kind: 'renamed', of: called, target: '' } : undefined;
}

function toKind(
  kind: PreviewKind,
  {
    tried,
    known,
    slug,
  }: { readonly tried: readonly Tried[]; readonly known: Known; readonly slug: string },
): PreviewedKind {
  const lines = new Map<string, PreviewLine>();
  const targets = new Map<string, number>();
  let events = 0;
  for (const each of tried) {
    const fate = findFate(each, known);
    if (fate?.kind !== kind) continue;
    events += 1;
    const begins = targets.get(fate.target) ?? targets.size + 1;
    targets.set(fate.target, begins);
    const key = `${each.issue.id} ${fate.of}`;
    const line = lines.get(key) ?? toLine(each, fate, { slug, begins });
    lines.set(key, { ...line, events: line.events + 1 });
  }
  const all = [...lines.values()].toSorted((one, other) => other.events - one.events);
  const listed = all.slice(0, ruleLimits.previewedLines);
  return {
    kind,
    events,
    issues: targets.size,
    lines: listed,
    linesLeftOut: all.length - listed.length,
  };
}

function toLine(
  { eventId, issue, title }: Tried,
  { kind, into }: Fate,
  { slug, begins }: { readonly slug: string; readonly begins: number },
): PreviewLine {
  return {
    shortId: toShortId(slug, issue.number),
    title: [title.type, title.value].filter(Boolean).join(': '),
    href: to('/issues/:id', { id: issue.id }, { query: { event: eventId } }),
    events: 0,
    begins: kind === 'begun' ? begins : undefined,
    to: into
      ? { shortId: toShortId(slug, into.number), href: to('/issues/:id', { id: into.id }) }
      : undefined,
  };
}
