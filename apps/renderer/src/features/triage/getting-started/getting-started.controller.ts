import { Controller, Get, Param, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectEntry, ProjectOfSlug, ProjectPipe } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import type { SendTestErrorAction } from './getting-started.dto.ts';
import { GettingStartedService } from './getting-started.service.ts';
import { TestErrors } from './test-errors.ts';
import type { TestErrorResult } from './test-errors.ts';

const REFUSALS: Readonly<Record<Extract<TestErrorResult, { ok: false }>['why'], string>> = {
  'no key': 'No key of the project is enabled.',
  'no answer': 'The relay does not answer. The server log says why.',
  'too many': 'The project has sent as many reports as it may in a minute. Try again in a minute.',
  refused: 'The relay has refused the error. The server log says why.',
};

@Controller('projects/:slug/start')
@Requires('project.keys', ProjectOfSlug)
@ProjectEntry({ name: 'Set up an SDK', order: 15 })
export class GettingStartedController {
  constructor(
    private readonly gettingStarted: GettingStartedService,
    private readonly testErrors: TestErrors,
  ) {}

  @Get()
  @Page<PropsOf<GettingStartedController['show']>>('getting-started/getting-started.page', {
    head: ({ name }) => ({ title: `Set up ${name}` }),
    tags: ({ tags }) => tags,
    staleMs: 0,
  })
  show(
    @Param('slug', ProjectPipe) project: Project,
    @Query() query: Record<string, unknown>,
    @CurrentAccess() access: Access,
  ) {
    return this.gettingStarted.show(project, query, access);
  }

  /** Needs only the right to see keys, since anybody who sees a key can send errors with it. */
  @Action<SendTestErrorAction>('send-test-error')
  async sendTestError(
    @Param('slug', ProjectPipe) { id }: Project,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const result = await this.testErrors.send(id);
    if (!result.ok) throw new InvalidFieldsException({ '': [REFUSALS[result.why]] });
    flash({ text: 'The relay has taken the test error. It appears on this page in a moment.' });
  }
}
