export { ApiController } from './api-controller.decorator.ts';
export {
  RequestedCursorPage,
  RequestedPage,
  CursorPage,
  PageOfList,
  readEdge,
} from './requested-page.ts';
export type { RowCursor } from './requested-page.ts';
export { pageParameters } from './openapi/common-parameters.ts';
export { Describes, DescribesWebhook } from './openapi/describes.decorator.ts';
export { OpenApiDocument } from './openapi/openapi-document.ts';
export * as schema from './openapi/schema.ts';
export { toRefusal } from './to-refusal.ts';
export { ClientLinks } from './client-links.decorator.ts';
export { refuseUnknown } from './not-offered.ts';
export { JsonBody, parseJson } from './json-body.decorator.ts';
export { ApiModule } from './api.module.ts';
