/**
 * Parts of Nest that it does not publish. The platform reads what Nest's decorators noted, and runs
 * methods with their guards, interceptors and pipes outside of the route that Nest made for them. A
 * new version of Nest has to keep these, or this folder has to change.
 */

/** Keys under which Nest's decorators note what they were told, for `Reflect.getMetadata`. */
export {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
/** `EnhancedMethods` finds and runs the guards of layouts and actions with these. */
export { GuardsConsumer, GuardsContextCreator } from '@nestjs/core/guards/index.js';
/** `EnhancedMethods` finds and runs the interceptors of layouts and actions with these. */
export {
  InterceptorsConsumer,
  InterceptorsContextCreator,
} from '@nestjs/core/interceptors/index.js';
/** `EnhancedMethods` fills the parameters of a method from the request, as a route does. */
export { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
/** Types of what `ModulesContainer` lists: the modules, and their providers and controllers. */
export type { NestContainer } from '@nestjs/core/injector/index.js';
export type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
export type { Module } from '@nestjs/core/injector/module.js';
