import { Injectable, NotFoundException } from '@nestjs/common';
import { takeFitting, weighText } from '#events';
import { IssueStore } from '#product/recording/issues';
import { TagStore } from '#product/recording/tags';
import type { TagDistribution } from '#product/recording/tags';
import {
  findDiffering,
  isOutstanding,
  isRepeated,
  listCompared,
} from '#product/recording/tags/rules';
import type { DifferingTag } from '#product/recording/tags/rules';
import { toShortId } from '#shared';
import { toTagAddress } from '../../recording/issue-list/index.ts';
import type { ShownIssue } from '../../recording/issue-page/index.ts';
import type { IssueTag, IssueTags } from './tags.dto.ts';

const TOP = 5;
/** Limits for values that are compared with those of other issues, and for those that are told. */
const MOST_SAMPLED = 10;
const MOST_DIFFERING = 3;
/**
 * Limit for the values that the page lists for one tag. Errata counts no further values separately.
 */
const ALL_VALUES = 1000;
const MOST_SEARCHED = 20_000;
/** Bytes of the document for tags on an issue's page, and on the page that shows only tags. */
const BESIDE_BYTES = 60_000;
const PAGE_BYTES = 120_000;
const TAG_BYTES = 1100;
const VALUE_BYTES = 370;

interface ComparedTags {
  readonly tags: readonly TagDistribution[];
  /** Values that the issue has more often than its project, the strongest first. */
  readonly differing: readonly DifferingTag[];
}

@Injectable()
export class TagsService {
  /** Lets parts of one page share an answer. A page and a Markdown text read the issue anew. */
  private readonly compared = new WeakMap<ShownIssue, Promise<ComparedTags>>();

  constructor(
    private readonly tags: TagStore,
    private readonly issues: IssueStore,
  ) {}

  /** Returns the tags by how far they differ from the project's, and then by name. */
  async list(issue: ShownIssue): Promise<IssueTags | undefined> {
    const { tags, differing } = await this.compare(issue);
    if (tags.length === 0) return undefined;
    const names = [...new Set(differing.map(({ name }) => name)), ...tags.map(({ name }) => name)];
    const sorted = tags.toSorted(
      (one, other) => names.indexOf(one.name) - names.indexOf(other.name),
    );
    return fit(sorted, BESIDE_BYTES);
  }

  compare(issue: ShownIssue): Promise<ComparedTags> {
    const known = this.compared.get(issue);
    if (known) return known;
    const compared = this.readCompared(issue);
    this.compared.set(issue, compared);
    return compared;
  }

  /**
   * Returns all tags, or with `name` the values of one tag that contain `find`. Throws 404 when the issue or the tag
   * does not exist.
   */
  async open(
    issueId: number,
    { name, find = '' }: { readonly name?: string; readonly find?: string },
  ) {
    const issue = await this.issues.find(issueId);
    if (!issue) throw new NotFoundException();
    const { id, type, value } = issue;
    const shown = { id, shortId: toShortId(issue.projectSlug, issue.number), type, value };
    if (name === undefined) {
      return { issue: shown, ...fit(await this.tags.list(issueId, TOP), PAGE_BYTES) };
    }
    const limit = find === '' ? ALL_VALUES : MOST_SEARCHED;
    const tag = await this.tags.find(issueId, name, limit);
    if (!tag) throw new NotFoundException();
    const asked = find.toLowerCase();
    const values = tag.values.filter((each) => each.value.toLowerCase().includes(asked));
    const spread = [fitValues(toTag({ ...tag, values }), PAGE_BYTES)];
    return { issue: shown, name, find, spread, more: undefined };
  }

  private async readCompared(issue: ShownIssue): Promise<ComparedTags> {
    const tags = await this.tags.list(issue.id, TOP);
    const counted = { tags, users: issue.users };
    const project = await this.tags.countInProject(issue, listCompared(counted));
    const differing: DifferingTag[] = [];
    for (const tag of findDiffering(counted, project).slice(0, MOST_SAMPLED)) {
      if (differing.length === MOST_DIFFERING) break;
      if (isRepeated(tag, differing)) continue;
      const others = await this.tags.sampleIssues(issue, tag);
      if (isOutstanding(tag, others)) differing.push(tag);
    }
    return { tags, differing };
  }
}

function toTag({ name, events, values, valueCount, others }: TagDistribution): IssueTag {
  const shown = values.map(({ value: text, events: having }) => {
    const href = toTagAddress(name, text);
    return { text, events: having, href };
  });
  return { name, events, values: shown, valueCount, others };
}

function fit(tags: readonly TagDistribution[], maxBytes: number): IssueTags {
  const spread = takeFitting(tags.map(toTag), maxBytes, weighTag);
  const more = tags.length - spread.length;
  return { spread, more: more > 0 ? more : undefined };
}

function fitValues(tag: IssueTag, maxBytes: number): IssueTag {
  return { ...tag, values: takeFitting(tag.values, maxBytes, weighValue) };
}

function weighTag({ name, values }: IssueTag): number {
  // The address of the tag's page contains the name again, and the first value appears twice.
  const head = 2 * weighText(name) + encodeURIComponent(name).length + weighText(values[0]?.text);
  return values.reduce((bytes, value) => bytes + weighValue(value), TAG_BYTES + head);
}

function weighValue({ text, href }: IssueTag['values'][number]): number {
  return VALUE_BYTES + weighText(text) + weighText(href);
}
