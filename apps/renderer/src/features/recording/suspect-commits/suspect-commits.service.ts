import { Injectable } from '@nestjs/common';
import { listPaths } from '#product/recording/code-links/rules';
import { ReportedReleaseStore } from '#product/recording/releases';
import { toFileParts } from '#product/recording/releases/rules';
import { findFailingFrameOfEvent } from '#shared';
import type { NormalisedEvent, StackFrame } from '#shared';
import { PeopleService } from '../../projects/members/index.ts';
import { CodeLinksService } from '../code-links/index.ts';
import type { ShownIssue } from '../issue-page/index.ts';
import { toCommitRow } from './commit-row.ts';
import type { SuspectCommit } from './commits.dto.ts';

/** Own calls of the failing exception whose files are looked for, beginning at the failing call. */
const MOST_CALLS = 10;

type Began = Pick<ShownIssue, 'firstRelease' | 'firstSeenMs'>;

@Injectable()
export class SuspectCommitsService {
  /** Lets parts of one page share an answer. A page and a Markdown text read the issue anew. */
  private readonly found = new WeakMap<Began, Promise<SuspectCommit | undefined>>();

  constructor(
    private readonly releases: ReportedReleaseStore,
    private readonly codeLinks: CodeLinksService,
    private readonly people: PeopleService,
  ) {}

  /**
   * Resolves with the newest commit that changed a file of the failing exception's own calls, up to
   * the release in which the issue began and its first event. Later commits did not cause it.
   */
  find(event: NormalisedEvent, issue: Began): Promise<SuspectCommit | undefined> {
    const known = this.found.get(issue);
    if (known) return known;
    const found = this.search(event, issue);
    this.found.set(issue, found);
    return found;
  }

  private async search(
    event: NormalisedEvent,
    { firstRelease, firstSeenMs }: Began,
  ): Promise<SuspectCommit | undefined> {
    if (firstRelease === undefined) return undefined;
    const { projectId } = event;
    const files = listOwnFrames(event).flatMap((frame) => listPaths(frame).map(toFileParts));
    if (files.length === 0) return undefined;
    const found = await this.releases.findSuspect({
      projectId,
      release: firstRelease,
      occurredAtMs: firstSeenMs,
      files,
    });
    if (!found) return undefined;
    const { commit, version, path } = found;
    const [members, href] = await Promise.all([
      this.people.listActive([projectId]),
      this.codeLinks.linkCommit(projectId, { path, commitId: commit.id }),
    ]);
    return {
      ...toCommitRow(commit, members),
      version,
      path,
      ...(href === undefined ? {} : { href }),
    };
  }
}

function listOwnFrames(event: NormalisedEvent): readonly StackFrame[] {
  const failing = findFailingFrameOfEvent(event);
  if (!failing?.inApp) return [];
  const exception = event.exceptions.find(({ frames }) => frames.includes(failing));
  const frames = exception?.frames ?? event.stack ?? [];
  return frames.filter(({ inApp }) => inApp).slice(-MOST_CALLS);
}
