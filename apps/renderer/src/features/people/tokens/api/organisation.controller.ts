import { Get } from '@nestjs/common';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import { ApiController } from './api-controller.decorator.ts';
import { toOrganisation } from './organisation.ts';

@ApiController('organizations/:org')
export class OrganisationController {
  constructor(private readonly config: RendererConfig) {}

  @Get()
  show(): object {
    return toOrganisation(this.config);
  }
}
