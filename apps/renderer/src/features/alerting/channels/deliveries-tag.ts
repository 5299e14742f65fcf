/**
 * Tag of the pages that show deliveries. No live update mentions this tag, and therefore these
 * pages poll.
 */
export const deliveriesTag = 'deliveries';
