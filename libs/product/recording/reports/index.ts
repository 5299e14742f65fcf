export { CROWDED_KEY } from './store/crowded-key.ts';
export { toOccurredAt } from './store/occurred-at.ts';
export type { EventRemaking } from './store/event-remaking.ts';
export type { MadeReport, OwnReport } from './store/own-report.ts';
export type { EventFacts } from './store/payload/event-facts.ts';
export { DeferredPayload } from './store/payload/deferred-payload.ts';
export { decodePayload, decodeSafely, encodePayload } from './store/payload/event-payload.ts';
export type { DecodedPayload, EventPayload, JsonPieces } from './store/payload/event-payload.ts';
export { packChunk, unpackChunk } from './store/payload/packed-chunk.ts';
export { recordingLimits } from './store/recording-limits.ts';
// `declare module` reaches only what is exported with a star.
export * from './store/report-items.ts';
export type {
  EventHead,
  GroupedEvent,
  Grouping,
  Keeping,
  MissedMap,
  LookAlikeKeys,
  NotStored,
  ProcessedReport,
  RecordedEvent,
  ReportFailure,
} from './store/report.ts';
