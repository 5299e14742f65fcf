export const groupingId = 'grouping';
