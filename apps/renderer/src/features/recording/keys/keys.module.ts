import { Module } from '@nestjs/common';
import { ApiKeysController } from './api/api-keys.controller.ts';
import { KeysController } from './keys.controller.ts';
import { UsedKeys } from './used-keys.ts';

@Module({ controllers: [ApiKeysController, KeysController], providers: [UsedKeys] })
export class KeysModule {}
