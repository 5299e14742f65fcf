/**
 * Tag of the pages that show deliveries. These pages poll, because no live update mentions this
 * tag.
 */
export const deliveriesTag = 'deliveries';
