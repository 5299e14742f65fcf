import { Get } from '@nestjs/common';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { ApiController } from './api-controller.decorator.ts';
import { toOrganisation } from './organisation.ts';
import { Describes } from './openapi/describes.decorator.ts';
import { organisationSchema } from './openapi/organisation-schemas.ts';

@ApiController('organizations/:org')
export class OrganisationController {
  constructor(private readonly config: RendererConfig) {}

  @Describes({ summary: 'The organisation.', answer: organisationSchema })
  @Get()
  show(): object {
    return toOrganisation(this.config);
  }
}
