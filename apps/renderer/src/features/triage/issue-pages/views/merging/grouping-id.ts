/** Of the section: links to pages of groups end there. */
export const groupingId = 'grouping';
