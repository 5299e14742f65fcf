// Exports for pages with places. A product without places loads none of it.
export { Parts, PartsAt, usePartsAt } from './react/parts.tsx';
