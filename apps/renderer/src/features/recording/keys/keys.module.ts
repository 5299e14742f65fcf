import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.ts';
import { UsedKeys } from './used-keys.ts';

/** Keys of a project, with how much came by each. */
@Module({ controllers: [KeysController], providers: [UsedKeys] })
export class KeysModule {}
