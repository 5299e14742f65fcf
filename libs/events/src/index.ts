export type {
  DescribedFrame,
  GroupingDescription,
  GroupingPart,
  ExclusionReason,
} from './grouping/description.ts';
export { EventReading } from './grouping/event-reading.ts';
export { describeGrouping, groupEvent } from './grouping/group-event.ts';
export { NEWEST_GROUPING } from './reading/stack/grouping-version.ts';
export type { LookAlikeKeys } from './grouping/look-alikes.ts';
export { Person } from './erasing/person.ts';
export { createEventFilter, type EventFilter, findSwitchesFor } from './filtering/filter-event.ts';
export { createGroupingRules, GroupingRules } from './rules/grouping-rules.ts';
export { readRuleEffects, withRules } from './reading/rule-effects.ts';
export type { RuleEffects } from './storing/stored-event.ts';
export { type PreviewedRules, previewRules } from './rules/preview-rules.ts';
export { suggestPattern } from './filtering/suggest-pattern.ts';
export { fieldLimits } from './json/field-limits.ts';
export { withoutUndefined } from './json/present.ts';
export { type JsonObject, readArray, readObject, readPosition, readText } from './json/shape.ts';
export { cutForPage, type LeftOut } from './page/cut-for-page.ts';
export { cutToPageBytes, takeFitting, weigh, weighText } from './page/page-bytes.ts';
export { NEARBY_LOG } from './page/page-parts.ts';
export { cutLongTexts } from './page/page-texts.ts';
export { cutToBytes, fitLines, toCode } from './printing/markdown-text.ts';
export { DATA_WARNING, describeStep, printMarkdown } from './printing/print-markdown.ts';
export type { MarkdownFact } from './printing/print-markdown.ts';
export { printStack } from './printing/print-stack.ts';
export { type EventColumns, readColumns } from './reading/read-columns.ts';
export { readEvent } from './whole-event/read-event.ts';
export { type EventRow, readEventRow } from './whole-event/read-event-row.ts';
export { readStub } from './reading/read-stub.ts';
export { readTitle } from './whole-event/read-title.ts';
export { SentEvent } from './reading/sent-event.ts';
export { findUserHash, toUserHash } from './reading/user-hash.ts';
export { isSenderUser } from './reading/user-address.ts';
export { MAX_SENDING_MS, type Receipt, readTime, readTimestampMs } from './reading/timestamps.ts';
export { toSdkEvent } from './reading/to-sdk-event.ts';
export { toKeptAddress } from './scrubbing/addresses/hide-addresses.ts';
export { hideAddressesInLog } from './scrubbing/addresses/hide-in-log.ts';
export { hideInMapped } from './scrubbing/hide-in-mapped.ts';
export { hideSecrets } from './scrubbing/hide-secrets.ts';
export type { Hidden } from './scrubbing/hide-secrets.ts';
export { Hiding } from './scrubbing/hiding.ts';
export { readMinified, readPayload, readSdkEvent } from './whole-event/read-payload.ts';
export { dropLargest } from './storing/drop-largest.ts';
export { shortenStrings } from './storing/shorten-strings.ts';
export {
  type EventMeta,
  type EventSource,
  readStoredEvent,
  readStoredOnce,
  writeStoredEvent,
} from './storing/stored-event.ts';
export { listGeneratedFrames, type GeneratedFrame } from './reading/mapping/generated-frames.ts';
export {
  countMapped,
  type FindPlace,
  type FoundPlace,
  mapEvent,
} from './reading/mapping/map-event.ts';
export { type FileMiss, listMisses } from './reading/mapping/list-misses.ts';
export { listUnmapped } from './reading/list-unmapped.ts';
export { isMapped } from './storing/mapped.ts';
export type { Mapped, MappedFrame, MappingFile, MissedFrame } from './storing/mapped.ts';
export { countSpans, type CountedSpans, type CountRules } from './spans/count-spans.ts';
export { compileLeftOut } from './spans/left-out.ts';
export { isOwnSending } from './spans/own-sending.ts';
export { readSpans } from './spans/read-spans.ts';
export { SegmentMemory } from './spans/segment-memory.ts';
export { toSegmentName } from './spans/segment-name.ts';
export type { ReadSpans, Span, SpanForm, SpanReceipt } from './spans/span.ts';
