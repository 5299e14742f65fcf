import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OwnAddresses } from './own-addresses.ts';

@Controller('rooms/:room')
class RoomController {
  @Get('keys')
  show(): void {}

  @Post('keys')
  add(): void {}
}

@Controller('rooms')
class RoomsController {
  @Get()
  list(): void {}
}

@Controller(['halls', 'rooms/:name/keys'])
class KeysController {
  @Get()
  list(): void {}
}

@Module({})
class FeatureModule {}

@Module({ providers: [OwnAddresses] })
class RootModule {}

async function start(...controllers: readonly Type[]): Promise<void> {
  const features = controllers.map((each) => ({ module: FeatureModule, controllers: [each] }));
  const root = { module: RootModule, imports: features };
  const app = await NestFactory.createApplicationContext(root, {
    logger: false,
    abortOnError: false,
  });
  await app.close();
}

describe('OwnAddresses', () => {
  it('lets the application start when every method has an address of its own', async () => {
    await expect(start(RoomController, RoomsController)).resolves.toBeUndefined();
  });

  it('refuses two features at one address, whatever their parameters are called', async () => {
    await expect(start(RoomController, RoomsController, KeysController)).rejects.toThrow(
      'RoomController.show and KeysController.list are both at GET /rooms/:/keys.',
    );
  });
});
