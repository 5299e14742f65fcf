export { ApiController } from './api/api-controller.decorator.ts';
export {
  RequestedCursorPage,
  RequestedPage,
  CursorPage,
  PageOfList,
  readEdge,
} from './api/requested-page.ts';
export type { RowCursor } from './api/requested-page.ts';
export { pageParameters } from './api/openapi/common-parameters.ts';
export { Describes, DescribesWebhook } from './api/openapi/describes.decorator.ts';
export { OpenApiDocument } from './api/openapi/openapi-document.ts';
export * as schema from './api/openapi/schema.ts';
export { toRefusal } from './api/to-refusal.ts';
export { ClientLinks } from './api/client-links.decorator.ts';
export { refuseUnknown } from './api/not-offered.ts';
export { JsonBody } from './api/json-body.decorator.ts';
export { TokensModule } from './tokens.module.ts';
