import { Body, Controller, Get, Module } from '@nestjs/common';
import { Action, Flash, Page } from '../../../../src/rendering/index.ts';
import type { TellFlash } from '../../../../src/rendering/index.ts';
import { KeyDto } from './vault.dto.ts';
import type { VaultProps } from './vault.dto.ts';

@Controller('vault')
class VaultController {
  private keys = 0;

  @Get()
  @Page<VaultProps>('vault/vault.page')
  show(): VaultProps {
    return { keys: this.keys };
  }

  @Action('cut', { showsResult: true })
  cut(@Body() { for: whom = '' }: KeyDto, @Flash() flash: TellFlash): { key: string } {
    this.keys += 1;
    flash({ text: 'A key was cut.' });
    return { key: `</script>key ${this.keys}${whom}` };
  }
}

@Module({ controllers: [VaultController] })
export class VaultModule {}
