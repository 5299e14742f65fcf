import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApiController } from './openapi/openapi.controller.ts';
import { OpenApiDocument } from './openapi/openapi-document.ts';
import { OrganisationController } from './organisation.controller.ts';
import { OrganisationGuard } from './organisation.guard.ts';
import { RootController } from './root.controller.ts';

/** Global, because the controllers of other capabilities use `OrganisationGuard`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [RootController, OrganisationController, OpenApiController],
  providers: [OpenApiDocument, OrganisationGuard],
  exports: [OrganisationGuard],
})
export class ApiModule {}
