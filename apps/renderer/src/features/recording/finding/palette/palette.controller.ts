import { Controller, Get, Header, Query } from '@nestjs/common';
import { CurrentAccess, OpenToGuests } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import type { PaletteOptions } from './palette.dto.ts';
import { PaletteService } from './palette.service.ts';

@Controller('palette')
@OpenToGuests()
export class PaletteController {
  constructor(private readonly palette: PaletteService) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  async list(@Query('q') typed: unknown, @CurrentAccess() access: Access): Promise<PaletteOptions> {
    const text = typeof typed === 'string' ? typed.trim() : '';
    return { options: await this.palette.list(text, access) };
  }
}
