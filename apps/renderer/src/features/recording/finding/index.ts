export { FindModule } from './find.module.ts';
export { FindService } from './find.service.ts';
export { readQuote } from './read-quote.ts';
