export type { AdviceProps } from './search-advice.dto.ts';
export { SearchAdvice } from './search-advice.ts';
export { SearchModule } from './search.module.ts';
export { toAdvice } from './to-advice.ts';
