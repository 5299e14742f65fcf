import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ForSignedIn } from '../../accounts/index.ts';
import { OrganisationGuard } from './organisation.guard.ts';

/**
 * Makes a controller a part of the API for programs, at `/api/0/<path>`, with a slash at the end or without one. It asks for a token,
 * and for the slug of the organisation where `path` has `:org`. Methods add `@Requires`.
 */
export function ApiController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`api/0/${path}`),
    ForSignedIn(),
    ...(path.includes(':org') ? [UseGuards(OrganisationGuard)] : []),
  );
}
