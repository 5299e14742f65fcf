import { Controller, Get, Redirect } from '@nestjs/common';
import { OpenToAll, RenderingOptions } from '../../../rendering/index.ts';

@Controller()
@OpenToAll()
export class HomeController {
  constructor(private readonly options: RenderingOptions) {}

  @Get()
  @Redirect()
  home(): { url: string; statusCode: number } {
    return { url: `${this.options.basePath}/issues`, statusCode: 303 };
  }
}
