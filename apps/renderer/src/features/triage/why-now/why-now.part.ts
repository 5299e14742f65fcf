import { toCode } from '#events';
import type { MarkdownFact } from '#events';
import { ReportedReleaseStore } from '#product/recording/releases';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type {
  DescribedIssue,
  IssuePartLoader,
  ShownIssue,
} from '../../recording/issue-page/index.ts';
import { SuspectCommitsService } from '../../recording/suspect-commits/index.ts';
import { TagsService } from '../issue-tags/index.ts';
import { findBeginning, listReleaseLines, toSuspectLine, toTagLine } from './reason-lines.ts';
import type { ReasonLine, WhyNowProps } from './why-now.dto.ts';

const MOST_LINES = 3;
const TEXT_BYTES = 200;

@IssuePart<typeof import('./views/issue.why-now.part.tsx')>('why-now/issue.why-now.part', {
  at: 'why',
  order: 10,
})
export class WhyNowPart implements IssuePartLoader<WhyNowProps> {
  constructor(
    private readonly releases: ReportedReleaseStore,
    private readonly suspects: SuspectCommitsService,
    private readonly tags: TagsService,
  ) {}

  async load({ issue, event }: DescribedIssue): Promise<WhyNowProps | undefined> {
    const [release, tags, suspect] = await Promise.all([
      this.findRelease({ issue, event }),
      this.listTags(issue),
      event && this.suspects.find(event, issue),
    ]);
    const last = suspect ? [toSuspectLine(suspect)] : [];
    const first = [...release, ...tags].slice(0, MOST_LINES - last.length);
    const lines = [...first, ...last];
    return lines.length === 0 ? undefined : { lines };
  }

  /** Leaves the suspect commit out, which is a fact of its own. */
  async describe({ issue, event }: DescribedIssue): Promise<readonly MarkdownFact[]> {
    const told = await Promise.all([this.findRelease({ issue, event }), this.listTags(issue)]);
    return told.flat().slice(0, MOST_LINES).map(toFact);
  }

  private async findRelease({ issue, event }: DescribedIssue): Promise<readonly ReasonLine[]> {
    const beginning = findBeginning(issue);
    if (!beginning) return [];
    const of = { projectId: issue.projectId, environment: event?.environment };
    const arrival = await this.releases.findArrival({ ...of, ...beginning });
    return listReleaseLines(beginning, arrival);
  }

  private async listTags(issue: ShownIssue): Promise<readonly ReasonLine[]> {
    const { differing } = await this.tags.compare(issue);
    return differing.map(toTagLine);
  }
}

function toFact(line: ReasonLine): MarkdownFact {
  const told = line.map((part) => (typeof part === 'string' ? part : toCode(part[0], TEXT_BYTES)));
  return ['Why now', told.join('')];
}
