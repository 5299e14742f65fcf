export { ApiController } from './api/api-controller.decorator.ts';
export { JsonBody } from './api/json-body.decorator.ts';
export { TokensModule } from './tokens.module.ts';
