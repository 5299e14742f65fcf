export { FindModule } from './find.module.ts';
export { FindService } from './find.service.ts';
export { readQuote } from './read-quote.ts';
export { findMoment } from './timeline/timeline.ts';
export { type Surroundings, SurroundingsService } from './timeline/surroundings.ts';
