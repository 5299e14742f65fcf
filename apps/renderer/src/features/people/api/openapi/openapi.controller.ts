import { Controller, Get, Header } from '@nestjs/common';
import { OpenToAll } from '../../../../rendering/index.ts';
import { OpenApiDocument } from './openapi-document.ts';

/** Open to everybody, because the description contains no stored data. */
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
