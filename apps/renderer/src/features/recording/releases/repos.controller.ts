import { Get } from '@nestjs/common';
import { Requires } from '../../people/accounts/index.ts';
import { ApiController, Describes, schema } from '../../people/tokens/index.ts';

@ApiController('organizations/:org/repos')
export class ReposController {
  /**
   * Always empty, because a project cannot name its repository yet. When sentry-cli finds its
   * repository here, it sends refs and leaves the reading of commits to the server. When sentry-cli
   * finds none, it reads git and sends the commits with their changed paths.
   */
  @Describes({ summary: 'Repositories: none.', answer: schema.listOf(schema.anyObject) })
  @Get()
  @Requires('releases.read')
  list(): readonly object[] {
    return [];
  }
}
