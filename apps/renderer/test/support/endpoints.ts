import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { getActionMetadata } from '../../src/rendering/actions/action.metadata.ts';
import { PageActions } from '../../src/rendering/actions/page-actions.ts';
import { getPageMetadata } from '../../src/rendering/pages/page.metadata.ts';

/**
 * Lists every route and action of an application: `GET /issues/:id`, `POST /issues/:id resolve`.
 */
export function listEndpoints(app: NestExpressApplication): string[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers
    .flatMap(({ metatype }) =>
      listOfController(metatype as new () => object, app.get(PageActions, { strict: false })),
    )
    .toSorted();
}

function listOfController(controller: new () => object, actions: PageActions): string[] {
  const prototype = controller.prototype as Record<string, object>;
  const names = new MetadataScanner().getAllMethodNames(prototype);
  const at = (name: string): string => toPath(controller, prototype[name] as object);
  const pages = names.filter((name) => getPageMetadata(prototype[name] as object));
  const ofPages = pages.flatMap((name) =>
    actions.list(controller, prototype[name]).map((action) => `POST ${at(name)} ${action}`),
  );
  const routes = names.flatMap((name) => {
    const method = prototype[name] as object;
    if (getActionMetadata(method)) return [];
    const verb = Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod | undefined;
    return verb === undefined ? [] : [`${RequestMethod[verb]} ${at(name)}`];
  });
  return [...routes, ...ofPages];
}

function toPath(controller: object, method: object): string {
  const parts = [controller, method].map((each) =>
    String(Reflect.getMetadata(PATH_METADATA, each) ?? ''),
  );
  const path = parts.flatMap((part) => part.split('/').filter(Boolean)).join('/');
  return `/${path}`;
}
