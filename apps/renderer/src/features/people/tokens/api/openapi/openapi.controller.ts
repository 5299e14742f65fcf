import { Controller, Get, Header } from '@nestjs/common';
import { OpenToAll } from '../../../../../rendering/index.ts';
import { OpenApiDocument } from './openapi-document.ts';

/** Anybody may read what the API is: it says nothing of what Errata holds. */
@Controller('api/openapi.json')
@OpenToAll()
export class OpenApiController {
  constructor(private readonly document: OpenApiDocument) {}

  @Get()
  @Header('Cache-Control', 'no-cache')
  show(): object {
    return this.document.get();
  }
}
