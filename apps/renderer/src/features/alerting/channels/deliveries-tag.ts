/** Tag of the pages that show deliveries. No change source reports it, so these pages poll. */
export const deliveriesTag = 'deliveries';
