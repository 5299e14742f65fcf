/** The tag of pages that show how deliveries end. No change source tells it: these pages ask again and again. */
export const deliveriesTag = 'deliveries';
