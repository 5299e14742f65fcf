export { SearchAdvice } from './search-advice.ts';
export { SearchModule } from './search.module.ts';
