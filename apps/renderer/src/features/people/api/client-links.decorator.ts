import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { OpenToGuests } from '../accounts/index.ts';
import { OrganisationGuard } from './organisation.guard.ts';

/**
 * Serves the links below `/organizations/<organisation>/<path>` that clients of Sentry print. The
 * methods throw a `RedirectException` to the page that the link means.
 */
export function ClientLinks(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`organizations/:org/${path}`),
    OpenToGuests(),
    UseGuards(OrganisationGuard),
  );
}
