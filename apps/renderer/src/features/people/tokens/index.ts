export { ApiController } from './api/api-controller.decorator.ts';
export { AskedEdge, AskedPage, PageByEdge, PageOfList, readEdge } from './api/page-of-list.ts';
export type { Edge } from './api/page-of-list.ts';
export { toRefusal } from './api/to-refusal.ts';
export { JsonBody } from './api/json-body.decorator.ts';
export { TokensModule } from './tokens.module.ts';
