import { Get } from '@nestjs/common';
import { Requires } from '../../people/accounts/index.ts';
import { ApiController, Describes, schema } from '../../people/tokens/index.ts';

@ApiController('organizations/:org/repos')
export class ReposController {
  /**
   * None until a project can name its repository. Where sentry-cli finds its own repository here, it sends refs and leaves reading commits
   * to the server; where it finds none, it reads git and sends commits with the paths that they changed.
   */
  @Describes({ summary: 'Repositories: none.', answer: schema.listOf(schema.anyObject) })
  @Get()
  @Requires('releases.read')
  list(): readonly object[] {
    return [];
  }
}
