export { hasEmailDomain, parseDomains } from './accounts/domains.ts';
export { isIssuer, isSameIssuer } from './accounts/issuer.ts';
export { parseEmail, parseNewEmail } from './accounts/email.ts';
export type { Email } from './accounts/email.ts';
export type { DeliverySettings } from './alerts/delivery-settings.ts';
export { isAhead, isOver } from './clock.ts';
export * from './page-protocol/index.ts';
export { formatDsn, parseDsn } from './dsn.ts';
export type { Dsn } from './dsn.ts';
export type { EnvelopeHeader, ItemHeader, ReportIdentity, ReportReceipt } from './envelope.ts';
export { findOwn } from './find-own.ts';
export { ErrataError, errorCatalogue, isDatabaseAway } from './errors.ts';
export type { ErrorCode, LogLevel } from './errors.ts';
export { parsePersonName, personKinds } from './person-name.ts';
export type { PersonKind, PersonName } from './person-name.ts';
export { countContainers, countNames, findExcess, hasRepeatedNames } from './count-in-json.ts';
export { parseJson } from './parse-json.ts';
export { defaultFilters, filterLists, filterSwitches } from './filters/filter-settings.ts';
export type {
  FilterList,
  FilterName,
  FilterSettings,
  FilterSwitch,
} from './filters/filter-settings.ts';
export { findChoice, findChoices, nameSome, toChoices } from './lists/choices.ts';
export type { Choices, FilterValue } from './lists/choices.ts';
export { toFilterField } from './lists/filter-field.ts';
export type { FilterField, FilterProps, SetValue } from './lists/filter-field.ts';
export { toFilterProps } from './lists/filter-props.ts';
export { isInNetworks, parseNetwork } from './filters/network.ts';
export type { Network } from './filters/network.ts';
export { readNumber, readVariables } from './variables.ts';
export { isEventId, madeIdPattern, readShortId, toHexId, toMadeId, toShortId } from './ids.ts';
export {
  errorCategories,
  ingestHeaders,
  preflightHeaders,
  toIngestRefusal,
  spanCategories,
  toUnshownLimits,
  unshownCategories,
} from './ingest-answer.ts';
export type { IngestRefusal } from './ingest-answer.ts';
export { isApiPath, isIngestArea, isIngestPath } from './ingest-paths.ts';
export { toPrintable, toPrintableLine } from './printable.ts';
export type { KeyScope } from './key-scope.ts';
export { addressChoices, countHidden, defaultPrivacy } from './privacy.ts';
export type { AddressChoice, HiddenValue, HidingRule, PrivacyRules } from './privacy.ts';
export { isPostgresUrl, postgresUrlRule } from './postgres-url.ts';
export { parseProjectSeeds } from './project-seeds.ts';
export type { ProjectSeed } from './project-seeds.ts';
export { isAllowedOrigin, parseAllowedOrigins } from './allowed-origins.ts';
export { findBaseRelease } from './issues/base-release.ts';
export type { BaseRelease, ReleaseBounds, SeenRelease } from './issues/base-release.ts';
export { toIssueTitle, toShownType } from './issues/shown-type.ts';
export { compareReleases, sortReleases } from './issues/compare-releases.ts';
export { toPackage } from './issues/release-version.ts';
export { type ExceptionNode, toExceptionTree } from './issues/exception-tree.ts';
export {
  findFailingFrame,
  findFailingFrameOfChain,
  findFailingFrameOfEvent,
  findTitledException,
  placeFailing,
} from './issues/failing-frame.ts';
export type { FailingPlace } from './issues/failing-frame.ts';
export {
  applyChange,
  applyEvents,
  findRegressedRelease,
  applyRecovery,
  issueStateNames,
  issueStatuses,
  issueTransitions,
  toCurrentState,
  toStateName,
} from './issues/issue-state.ts';
export type {
  ChangeFacts,
  ChangeRefusal,
  ChangeResult,
  EventFacts,
  IssueChange,
  IssueState,
  IssueStateName,
  IssueStatus,
  IssueTransition,
  MutedState,
  ResolvedState,
  UnresolvedKind,
  UnresolvedState,
} from './issues/issue-state.ts';
export { countInWindow, muteWindowMinutes, muteWindows, toWorse } from './issues/mute-window.ts';
export type { BusiestTimes, MuteCounts, MuteWindow } from './issues/mute-window.ts';
export type { JsonValue } from './json.ts';
export { defaultLogSettings, isAtLeast, logLevels } from './logs/log.ts';
export type { Log, LogSeverity, LogSettings, LogValue } from './logs/log.ts';
export { operationKinds, segmentKinds, spanStatuses } from './spans/span.ts';
export type {
  OperationKind,
  OperationSample,
  SegmentKind,
  SegmentName,
  SegmentSample,
  SpanCounts,
  SpanStatus,
} from './spans/span.ts';
export { defaultSpanSettings } from './spans/span-settings.ts';
export type { SpanSettings } from './spans/span-settings.ts';
export {
  checkInStatuses,
  intervalUnits,
  monitorStates,
  runStatuses,
  toMonitorSlug,
} from './monitors/monitor.ts';
export type {
  CheckInStatus,
  IntervalUnit,
  MonitorConfig,
  MonitorSchedule,
  MonitorState,
  RunStatus,
  ScheduleOrigin,
} from './monitors/monitor.ts';
export { discardReasons, itemKinds, outcomeReasons } from './outcomes.ts';
export type {
  DiscardCount,
  DiscardReason,
  Ending,
  ItemKind,
  ItemType,
  Outcome,
  OutcomeCount,
} from './outcomes.ts';
export type { RelayHealth, RelayLiveness } from './relay-health.ts';
export { formatBytes } from './format-bytes.ts';
export { findLargestUnit, formatDuration, formatLargestUnit } from './format-duration.ts';
export { formatIsoTime, formatUtc, isDate, toIsoTime } from './format-utc.ts';
export { formatMs, formatRate } from './format-ms.ts';
export { formatPercent } from './format-percent.ts';
export { formatMoment } from './format-moment.ts';
export type { TimeFormat } from './format-moment.ts';
export { isTimeZone } from './time-zone.ts';
export { internalPath } from './relay-operation.ts';
export type {
  DamagedSpool,
  RefusedKey,
  RelayOperation,
  SpoolState,
  UpstreamState,
} from './relay-operation.ts';
export type { Job, JobRun } from './job.ts';
export * as accountLimits from './limits/account-limits.ts';
export * as alertLimits from './limits/alert-limits.ts';
export * as artifactLimits from './limits/artifact-limits.ts';
export * as boundLimits from './limits/bound-limits.ts';
export * as channelLimits from './limits/channel-limits.ts';
export * as erasureLimits from './limits/erasure-limits.ts';
export * as filterLimits from './limits/filter-limits.ts';
export * as flashLimits from './limits/flash-limits.ts';
export * as idempotencyLimits from './limits/idempotency-limits.ts';
export * as issueLimits from './limits/issue-limits.ts';
export * as monitorLimits from './limits/monitor-limits.ts';
export * as logLimits from './limits/log-limits.ts';
export * as sessionLimits from './limits/session-limits.ts';
export * as monitoringLimits from './limits/monitoring-limits.ts';
export * as operationLimits from './limits/operation-limits.ts';
export * as outcomeLimits from './limits/outcome-limits.ts';
export * as privacyLimits from './limits/privacy-limits.ts';
export * as projectLimits from './limits/project-limits.ts';
export * as releaseLimits from './limits/release-limits.ts';
export * as reportLimits from './limits/report-limits.ts';
export * as retentionLimits from './limits/retention-limits.ts';
export * as ruleLimits from './limits/rule-limits.ts';
export * as spanLimits from './limits/span-limits.ts';
export * as tokenLimits from './limits/token-limits.ts';
export * as searchLimits from './limits/search-limits.ts';
export { defaultGroupingRules, ruleVariables } from './rules/grouping-rules.ts';
export type {
  FrameTerm,
  GroupingRule,
  GroupingRuleSettings,
  RuleActions,
  RuleFault,
  RuleVariable,
} from './rules/grouping-rules.ts';
export { parseRule, parseRules, readRules } from './rules/parse-rules.ts';
export type { ParsedRules } from './rules/parse-rules.ts';
export { matchesPath, toMatchedPath } from './rules/path-glob.ts';
export { codeColours } from './code-colours.ts';
export type { LineColours } from './code-colours.ts';
export { eventLevels } from './event.ts';
export type {
  Breadcrumb,
  EventLevel,
  EventRequest,
  EventSdk,
  EventThread,
  DebugImage,
  EventTitle,
  EventUser,
  ExceptionRelation,
  ExceptionValue,
  Mechanism,
  NormalisedEvent,
  FrameMapping,
  MissCause,
  StackFrame,
} from './event.ts';
export { listFrames, mapFrames } from './map-frames.ts';
export { findTextCut, foldsInTree, SHOWN_TEXT_LENGTH, toJsonLayout } from './json-layout.ts';
export type { JsonLayout } from './json-layout.ts';
export { findExceeded, toStorageShares } from './storage-budget.ts';
export type { StorageScope, StorageUse } from './storage-budget.ts';
export {
  asksForLatest,
  comparesReleases,
  isOfEventColumns,
  toEventSearch,
} from './search/event-search.ts';
export { matchesEvent } from './search/match-event.ts';
export type { MatchFacts, SearchedEvent, SearchedIssue } from './search/match-event.ts';
export { listNearest } from './search/nearest.ts';
export { sourceEndings } from './search/source-endings.ts';
export {
  matchesLower,
  matchesPattern,
  toLowerAscii,
  toPartPattern,
  toShortType,
  isWhole,
} from './search/match-pattern.ts';
export { matchesRelease } from './search/match-release.ts';
export type { ReleaseFacts } from './search/match-release.ts';
export { describeFault } from './search/describe-fault.ts';
export { parseSearch } from './search/parse-search.ts';
export { printLiteral, printSearch } from './search/print-search.ts';
export type { Parsed, Search, SearchFault, SearchTerm } from './search/search.ts';
export {
  findSearchKey,
  otherKeys,
  searchKeys,
  userTags,
  versionedTags,
} from './search/search-keys.ts';
export type { KeyOfSearch, SearchKey } from './search/search-keys.ts';
export { toTimeRange } from './search/search-time.ts';
export type { TimeRange } from './search/search-time.ts';
export { toAskedWords, toSearchWords, toWholeWords } from './search/search-words.ts';
export { toUserQuery } from './search/user-query.ts';
export { describeUnknownKey, listAskedTags } from './search/unknown-key.ts';
export type { AskedTag, UnknownKey } from './search/unknown-key.ts';
export { findTypingPlace } from './search/typing-place.ts';
export type { TypingPlace } from './search/typing-place.ts';
export type { Compared, Pattern } from './search/value-kinds.ts';
export { maskTokens } from './mask-tokens.ts';
export { monitoringOptions, parseMonitoringTarget } from './monitoring-options.ts';
export type { MonitoringTarget } from './monitoring-options.ts';
