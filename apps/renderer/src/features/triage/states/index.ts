export { offerTriage } from './offer-triage.ts';
export { StatesModule } from './states.module.ts';
export { TriageActions } from './triage-actions.ts';
export { readTriageChange } from './triage-change.ts';
export type { TriageChange } from './triage-change.ts';
export { countIssues, toDone, toText } from './triage-text.ts';
export { ListTriageDto, TriageDto, UndoDto } from './triage.dto.ts';
export type { TriageAction, TriageOffer, UndoAction } from './triage.dto.ts';
export { TriageService } from './triage.service.ts';
