import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { METHOD_METADATA, isOpenToAll } from '../../../../rendering/index.ts';
import { findDeclaredAccess } from './declared-access.ts';

/**
 * Stops the app at its start when a route declares no access, so that no route is open by accident.
 * Actions are not checked, because the guards of their page protect them.
 */
@Injectable()
export class AccessDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      if (typeof metatype === 'function') this.requireDeclared(metatype);
    }
  }

  private requireDeclared(controller: Function): void {
    const prototype = controller.prototype as Record<string, object>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name] as object;
      if (!Reflect.hasMetadata(METHOD_METADATA, method) || isOpenToAll(controller, method))
        continue;
      if ([method, controller].every((each) => findDeclaredAccess(each) === undefined)) {
        throw new Error(
          `${controller.name}.${name} does not declare who may request it. Add @Requires, @ForSignedIn, @OpenToGuests or @OpenToAll.`,
        );
      }
    }
  }
}
