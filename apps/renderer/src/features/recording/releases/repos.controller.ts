import { Get } from '@nestjs/common';
import { Requires } from '../../people/accounts/index.ts';
import { ApiController, Describes, schema } from '../../people/api/index.ts';

@ApiController('organizations/:org/repos')
export class ReposController {
  /**
   * Lists no repositories, because a project cannot name its repository yet. When sentry-cli finds
   * its repository here, it sends refs and expects the server to read the commits. Otherwise
   * sentry-cli reads git itself and sends the commits with their changed paths.
   */
  @Describes({ summary: 'Repositories: none.', answer: schema.listOf(schema.anyObject) })
  @Get()
  @Requires('releases.read')
  list(): readonly object[] {
    return [];
  }
}
