import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { findDeclaredAccess, ForSignedIn } from '../../accounts/index.ts';
import { OrganisationGuard } from './organisation.guard.ts';

/**
 * Makes a controller a part of the API for programs, at `/api/0/<path>`, with a slash at the end or without one. It asks for a token,
 * and for the slug of the organisation where `path` has `:org`. Methods add `@Requires`.
 */
export function ApiController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`api/0/${path}`),
    AsksForToken,
    ...(path.includes(':org') ? [UseGuards(OrganisationGuard)] : []),
  );
}

/** A class that says by itself which right it asks for has said more. */
function AsksForToken(controller: Function): void {
  if (findDeclaredAccess(controller) === undefined) ForSignedIn()(controller);
}
