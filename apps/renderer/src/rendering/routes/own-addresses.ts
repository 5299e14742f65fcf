import { Injectable, RequestMethod } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { METHOD_METADATA, PATH_METADATA } from '../nest-internals.ts';

/**
 * Fails the start when two methods have the same address, because the first would hide the other.
 */
@Injectable()
export class OwnAddresses implements OnModuleInit {
  private readonly owners = new Map<string, string>();

  constructor(private readonly modules: ModulesContainer) {}

  onModuleInit(): void {
    for (const { controllers } of this.modules.values()) {
      for (const { metatype } of controllers.values()) {
        if (typeof metatype === 'function') this.addController(metatype);
      }
    }
  }

  private addController(controller: Function): void {
    const prototype = controller.prototype as Record<string, object>;
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const method = prototype[name] as object;
      const verb = Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod | undefined;
      if (verb === undefined) continue;
      for (const path of listPaths(controller, method)) {
        this.add(`${RequestMethod[verb]} ${path}`, `${controller.name}.${name}`);
      }
    }
  }

  private add(address: string, owner: string): void {
    const other = this.owners.get(address);
    if (other !== undefined) throw new Error(`${other} and ${owner} are both at ${address}.`);
    this.owners.set(address, owner);
  }
}

function listPaths(controller: object, method: object): string[] {
  return toParts(controller).flatMap((outer) =>
    toParts(method).map((inner) => {
      const parts = `${outer}/${inner}`.split('/').filter(Boolean);
      return `/${parts.join('/')}`.replaceAll(/:\w+/g, ':');
    }),
  );
}

function toParts(decorated: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, decorated) ?? ''].flat().map(String);
}
