/* A server and the client runtime agree on these addresses, page data and limits. */
export { clientErrorText, serverErrorText } from './application-error.ts';
export type {
  ActionFields,
  ActionName,
  ActionOf,
  ActionResult,
  AnyAction,
  SomeAction,
} from './page-data/action-of.ts';
export {
  deferredQueueName,
  documentPayloadId,
  documentRootId,
  earlyClicksName,
  toPayloadScript,
  visitorCookie,
} from './page-data/document-payload.ts';
export type { DocumentPayload, EarlyClicks, RuntimeTexts } from './page-data/document-payload.ts';
export type { ActionState, FieldErrors } from './page-data/field-errors.ts';
export type { Flash, FlashUndo } from './page-data/flash.ts';
export { livePath, missedParameter } from './page-data/live.ts';
export type { LiveMessage } from './page-data/live.ts';
export { mergeHeads, noindexMeta } from './page-data/merged-head.ts';
export type { MergedHead } from './page-data/merged-head.ts';
export { actionParameter, ownParameters, wholeParameter } from './page-data/own-parameters.ts';
export type { OutcomeProps } from './page-data/outcome-props.ts';
export * as pageDataHeaders from './page-data/page-data-headers.ts';
export { pageDataType, pageDataVersion } from './page-data/page-data.ts';
export type {
  AbsoluteTitle,
  BuildConflict,
  DeferredDatum,
  DeferredOutcome,
  Head,
  PageData,
  SegmentData,
} from './page-data/page-data.ts';
export type { PartData, PartSection } from './page-data/part-data.ts';
export type { PropsOf } from './page-data/props-of.ts';
export { decodePercents } from './address/decode-percents.ts';
export { to } from './address/to.ts';
export type { Address, AddressPart, AddressRest, LinkTarget, NamedAddress } from './address/to.ts';
export { loadingSuffix } from './page-data/route-table.ts';
export type { RouteTable } from './page-data/route-table.ts';
export { formatRouterState, parseRouterState } from './page-data/router-state.ts';
export type { RouterState } from './page-data/router-state.ts';
export * as liveLimits from './limits/live-limits.ts';
export * as runtimeLimits from './limits/runtime-limits.ts';
export { toKind } from './to-kind.ts';
export { Scheduler, SystemScheduler } from './scheduler.ts';
export { Clock, SystemClock } from './clock.ts';
