import { Injectable } from '@nestjs/common';
import { codeLinkSettings } from '#product/recording/code-links';
import {
  findCommit,
  needsCommit,
  parseCodeLinks,
  toCodeAddress,
  toCommitAddress,
} from '#product/recording/code-links/rules';
import { ReportedReleaseStore } from '#product/recording/releases';
import { SettingsStore } from '#product/projects/projects';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { Clock, issueLimits, listFrames } from '#shared';
import type { NormalisedEvent, StackFrame } from '#shared';

type AcceptedLines =
  | { readonly ok: true; readonly lines: readonly string[] }
  /** `problem` has one line for each fault. */
  | { readonly ok: false; readonly problem: string };

/** Does not check permissions; callers do. */
@Injectable()
export class CodeLinksService implements SectionState {
  constructor(
    private readonly settings: SettingsStore,
    private readonly releases: ReportedReleaseStore,
    private readonly clock: Clock,
  ) {}

  accept(text: string): AcceptedLines {
    const typed = text.trimEnd();
    const lines = typed === '' ? [] : typed.split(/\r?\n/).map((line) => line.trimEnd());
    const parsed = parseCodeLinks(lines);
    return parsed.ok ? { ok: true, lines } : parsed;
  }

  async describeState(projectId: number): Promise<string> {
    const parsed = parseCodeLinks(await this.get(projectId));
    return describeNumber(parsed.ok ? parsed.links.length : 0, 'link', 'off');
  }

  async get(projectId: number): Promise<readonly string[]> {
    return (await this.settings.get(projectId, codeLinkSettings)).value.lines;
  }

  async set(projectId: number, lines: readonly string[], byUserId: number): Promise<void> {
    const patch = { lines: lines.length > 0 ? lines : undefined };
    const change = { projectId, patch, byUserId, nowMs: this.clock.nowMs() };
    await this.settings.patch(codeLinkSettings, change);
  }

  /** Resolves with the addresses of the application's own frames in its repository. */
  async linkFrames(event: NormalisedEvent): Promise<ReadonlyMap<StackFrame, string>> {
    const parsed = parseCodeLinks(await this.get(event.projectId));
    if (!parsed.ok || parsed.links.length === 0) return new Map();
    const commit = needsCommit(parsed.links) ? await this.findCommit(event) : undefined;
    const own = listFrames(event).filter(({ inApp }) => inApp);
    return new Map(
      own.slice(0, issueLimits.framesShown).flatMap((frame) => {
        const address = toCodeAddress(frame, parsed.links, commit);
        return address === undefined ? [] : [[frame, address]];
      }),
    );
  }

  /** Resolves with the page of a commit that changed the file at `path`. */
  async linkCommit(
    projectId: number,
    { path, commitId }: { readonly path: string; readonly commitId: string },
  ): Promise<string | undefined> {
    const parsed = parseCodeLinks(await this.get(projectId));
    return parsed.ok ? toCommitAddress({ filename: path }, parsed.links, commitId) : undefined;
  }

  /**
   * Resolves with the commit in the name of the release, or else with the newest commit that was
   * reported for the release.
   */
  private async findCommit({ release, projectId }: NormalisedEvent): Promise<string | undefined> {
    const named = findCommit(release);
    if (named !== undefined || release === undefined) return named;
    const reported = await this.releases.find(release, [projectId]);
    return reported?.projectIds.includes(projectId) ? reported.lastCommitId : undefined;
  }
}
