export { SearchAdvice, WayOn } from './search-advice.tsx';
