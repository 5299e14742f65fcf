import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { findDeclaredAccess, ForSignedIn } from '../accounts/index.ts';
import { OrganisationGuard } from './organisation.guard.ts';

/**
 * Serves a controller under `/api/0/<path>`, with or without a trailing slash. Every request needs
 * a token.
 *
 * A path with `:org` also requires the organisation's slug. Methods declare the rights that they
 * need with `@Requires`.
 */
export function ApiController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`api/0/${path}`),
    requireToken,
    ...(path.includes(':org') ? [UseGuards(OrganisationGuard)] : []),
  );
}

function requireToken(controller: Function): void {
  if (findDeclaredAccess(controller) === undefined) ForSignedIn()(controller);
}
