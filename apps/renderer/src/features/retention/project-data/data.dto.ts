/**
 * Taken items were stored or counted. Filtered items were acknowledged and dropped. Refused items
 * were rejected, or Errata failed to process them.
 */
export type EndingGroup = 'taken' | 'filtered' | 'refused';
