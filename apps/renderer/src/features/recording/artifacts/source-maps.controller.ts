import { Body, Get, NotFoundException, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { ProjectOfSlug, ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { BundleIdDto } from './source-maps.dto.ts';
import type { RemoveBundleAction, SeekAction } from './source-maps.dto.ts';
import { SourceMapsService } from './source-maps.service.ts';

@ProjectSection({
  name: 'Source maps',
  words: 'upload artifacts bundles release debug',
  segment: 'source-maps',
  state: SourceMapsService,
  help: 'With the maps of a build, traces show your own code in place of minified code. sentry-cli and bundler plugins upload them.',
  document: 'source-maps',
  order: 38,
  right: 'issues.read',
})
export class SourceMapsController {
  constructor(
    private readonly maps: SourceMapsService,
    private readonly audit: AuditTrail,
  ) {}

  @Get()
  @Page<PropsOf<SourceMapsController['show']>>('artifacts/source-maps.page', {
    head: ({ slug }) => ({ title: `Source maps of ${slug}` }),
  })
  async show(
    @Param('slug', ProjectPipe) project: Project,
    @Query('before') before: unknown,
    @CurrentAccess() access: Access,
  ) {
    const canRemove = access.can('project.settings', project.id);
    return {
      ...(await this.maps.show(project, { beforeId: readBefore(before), reader: access })),
      canRemove,
      canSeek: access.can('issues.triage', project.id),
    };
  }

  @Action<SeekAction>('process-again')
  @Requires('issues.triage', ProjectOfSlug)
  async seek(
    @Param('slug', ProjectPipe) { id: projectId }: Project,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (!(await this.maps.seek(projectId))) {
      throw new InvalidFieldsException({ '': ['Nothing was uploaded yet.'] });
    }
    flash({
      text: 'Errata looks through the events of the last week. Issues of those that get their original places say so.',
    });
  }

  @Action<RemoveBundleAction>('remove-bundle')
  @Requires('project.settings', ProjectOfSlug)
  async remove(
    @Param('slug', ProjectPipe) { id: projectId }: Project,
    @Body() { bundle }: BundleIdDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const line = { projectId, what: 'source-maps.removed', target: bundle, from: true };
    const tell = this.audit.prepare(access.getSignedIn().user.id, line);
    if (!(await this.maps.remove(projectId, Number(bundle), tell))) {
      throw new InvalidFieldsException({ '': ['There is no such upload any more.'] });
    }
    flash({ text: 'The upload is removed. Events that were mapped by it keep their places.' });
  }
}

function readBefore(before: unknown): number | undefined {
  if (before === undefined) return undefined;
  if (typeof before !== 'string' || !/^[1-9]\d{0,14}$/.test(before)) throw new NotFoundException();
  return Number(before);
}
