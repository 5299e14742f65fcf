import { Module } from '@nestjs/common';
import { toCode } from '#events';
import type { MarkdownFact } from '#events';
import { CodeLinksModule } from '../code-links/index.ts';
import { IssuePart } from '../issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../issue-page/index.ts';
import { ReleaseCommitsPart } from './release-commits.part.ts';
import { SuspectCommitsService } from './suspect-commits.service.ts';
import type { SuspectCommit } from './commits.dto.ts';

const TEXT_BYTES = 80;
const SUBJECT_BYTES = 200;

@IssuePart<typeof import('./views/issue.suspect.part.tsx')>('suspect-commits/issue.suspect.part', {
  at: 'aside-first',
  order: 10,
  section: { id: 'suspect-commit', title: 'Suspect commit' },
})
class SuspectPart implements IssuePartLoader<SuspectCommit> {
  constructor(private readonly suspects: SuspectCommitsService) {}

  async load({ event, issue }: DescribedIssue): Promise<SuspectCommit | undefined> {
    return event && this.suspects.find(event, issue);
  }

  async describe(described: DescribedIssue): Promise<readonly MarkdownFact[]> {
    const suspect = await this.load(described);
    return suspect ? [toFact(suspect)] : [];
  }
}

@Module({
  imports: [CodeLinksModule],
  providers: [SuspectCommitsService, SuspectPart, ReleaseCommitsPart],
  exports: [SuspectCommitsService],
})
export class SuspectCommitsModule {}

function toFact(suspect: SuspectCommit): MarkdownFact {
  const { shortId, id, href, subject, author, version, atMs } = suspect;
  const told = [
    href === undefined ? toCode(id, TEXT_BYTES) : `[${shortId}](${href})`,
    ...(subject === '' ? [] : [toCode(subject, SUBJECT_BYTES)]),
    ...(author === undefined ? [] : [`by ${toCode(author, TEXT_BYTES)}`]),
    `in ${toCode(version, TEXT_BYTES)}`,
    ...(atMs === undefined ? [] : [`at ${new Date(atMs).toISOString()}`]),
  ];
  return ['Suspect commit', told.join(' ')];
}
