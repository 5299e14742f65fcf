import { Injectable, NotFoundException } from '@nestjs/common';
import { takeFitting, weighText } from '#events';
import { IssueStore } from '#product/recording/issues';
import { TagStore } from '#product/recording/tags';
import type { TagDistribution } from '#product/recording/tags';
import { toShortId } from '#shared';
import { toTagAddress } from '../../recording/issue-list/index.ts';
import type { IssueTag, IssueTags, IssueTagsPageProps } from './tags.dto.ts';

const TOP = 5;
/**
 * Limit for the values that the page lists for one tag. Errata counts no further values separately.
 */
const ALL_VALUES = 1000;
/** Bytes of the document for tags on an issue's page, and on the page that shows only tags. */
const BESIDE_BYTES = 60_000;
const PAGE_BYTES = 350_000;
const TAG_BYTES = 1100;
const VALUE_BYTES = 370;

@Injectable()
export class TagsService {
  constructor(
    private readonly tags: TagStore,
    private readonly issues: IssueStore,
  ) {}

  async list(issueId: number): Promise<IssueTags | undefined> {
    const tags = await this.tags.list(issueId, TOP);
    return tags.length === 0 ? undefined : fit(tags, BESIDE_BYTES);
  }

  /**
   * Returns all tags, or with `name` all values of one tag. Throws 404 when the issue or the tag
   * does not exist.
   */
  async open(issueId: number, name: string | undefined): Promise<IssueTagsPageProps> {
    const issue = await this.issues.find(issueId);
    if (!issue) throw new NotFoundException();
    const { id, type, value } = issue;
    const shown = { id, shortId: toShortId(issue.projectSlug, issue.number), type, value };
    if (name === undefined) {
      return { issue: shown, ...fit(await this.tags.list(issueId, TOP), PAGE_BYTES) };
    }
    const tag = await this.tags.find(issueId, name, ALL_VALUES);
    if (!tag) throw new NotFoundException();
    return { issue: shown, name, spread: [fitValues(toTag(tag), PAGE_BYTES)] };
  }
}

function toTag({ name, events, values, valueCount, others }: TagDistribution): IssueTag {
  const shown = values.map(({ value: text, events: having }) => {
    const href = toTagAddress(name, text);
    return { text, events: having, ...(href === undefined ? {} : { href }) };
  });
  return { name, events, values: shown, valueCount, others };
}

function fit(tags: readonly TagDistribution[], maxBytes: number): IssueTags {
  const spread = takeFitting(tags.map(toTag), maxBytes, weighTag);
  const more = tags.length - spread.length;
  return { spread, ...(more > 0 && { more }) };
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
