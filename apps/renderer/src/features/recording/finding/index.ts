export { FindModule } from './find.module.ts';
export { FindService } from './find.service.ts';
export { readQuote } from './read-quote.ts';
export { type Surroundings, SurroundingsService } from './timeline/surroundings.ts';
