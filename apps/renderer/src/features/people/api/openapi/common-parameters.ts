import type { QueryParameter } from './describes.decorator.ts';
import { text } from './schema.ts';

export const pageParameters: Readonly<Record<string, QueryParameter>> = {
  cursor: {
    description: 'The page, as the header Link of another answer names it.',
    schema: text,
  },
  per_page: {
    description: 'How many rows at most: 1 to 100.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
};
