export { ENDING_GROUPS, isLossNote } from './data.service.ts';
export { DataModule } from './data.module.ts';
export { describeLoss } from './words/loss-words.ts';
export { describeEnding } from './words/outcome-words.ts';
export type { EndingWords } from './words/outcome-words.ts';
